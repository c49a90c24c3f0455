/// The paths where source files are searched, and files that are not sources.
#include <QTest>

#include "model/code/source_finder.h"
#include "model/profile/profile.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace candela;

class SourceFinderTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string write(const QString& name, const QByteArray& content) {
        const auto path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QFile::WriteOnly)) qFatal("can't write");
        file.write(content);
        return path.toStdString();
    }
    std::string folder() const { return m_folder.path().toStdString(); }

private slots:
    void aFileIsFoundAtItsPathAndHasItsLines() {
        const auto path = write("here.c", "first\r\nsecond\n\nlast");
        Task task;
        SourceFinder finder({}, noTime, nullptr);
        const auto* text = finder.find(path, "", task);
        QVERIFY(text);
        QCOMPARE(text->path, path);
        QCOMPARE(text->lines, (std::vector<std::string>{"first", "second", "", "last"}));
        QCOMPARE(text->line(2), std::string_view("second"));
        QCOMPARE(text->line(0), std::string_view());
        QCOMPARE(text->line(5), std::string_view());
        QCOMPARE(finder.problem(path), std::string());
        QVERIFY(!finder.wasChanged(path));
    }
    void pathsAreMapped_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("folder") << "/build"
                                << "/build/src/a.c" << true;
        QTest::newRow("folder with slash") << "/build/"
                                           << "/build/src/a.c" << true;
        QTest::newRow("deeper folder") << "/build/package-1.0"
                                       << "/build/package-1.0/src/a.c" << true;
        QTest::newRow("part of a folder's name") << "/bui"
                                                 << "/build/src/a.c" << false;
        QTest::newRow("another folder") << "/other"
                                        << "/build/src/a.c" << false;
        QTest::newRow("relative path") << ""
                                       << "src/a.c" << true;
        QTest::newRow("relative folder") << "./package"
                                         << "./package/src/a.c" << true;
        QTest::newRow("no mapping of absolute paths") << ""
                                                      << "/src/a.c" << false;
    }
    void pathsAreMapped() {
        QFETCH(QString, from);
        QFETCH(QString, file);
        QFETCH(bool, isFound);
        const auto expected = write("src/a.c", "text\n");
        Task task;
        const auto mapping = pathMappingFromText(from.toStdString() + "=" + folder());
        QVERIFY(mapping);
        SourceFinder finder({*mapping}, noTime, nullptr);
        const auto* text = finder.find(file.toStdString(), "", task);
        QCOMPARE(text != nullptr, isFound);
        if (text) QCOMPARE(QDir::cleanPath(QString::fromStdString(text->path)).toStdString(), expected);
        if (!text) QCOMPARE(finder.problem(file.toStdString()), std::string("is not on this machine"));
    }
    void theFirstMappingThatHasTheFileCounts() {
        write("one/a.c", "one");
        write("two/a.c", "two");
        write("two/b.c", "two");
        Task task;
        SourceFinder finder({{"/x", folder() + "/one"}, {"/x", folder() + "/two"}}, noTime, nullptr);
        QCOMPARE(finder.find("/x/a.c", "", task)->lines[0], std::string("one"));
        QCOMPARE(finder.find("/x/b.c", "", task)->lines[0], std::string("two"));
    }
    void whatIsNoMappingIsWrongUsage() {
        for (const auto* text : {"", "/build", "/build="}) {
            const auto mapping = pathMappingFromText(text);
            QVERIFY(!mapping);
            QCOMPARE(mapping.error().code, ErrorCode::Usage);
        }
    }
    void whatIsNoTextIsNotShown() {
        Task task;
        SourceFinder finder({}, noTime, nullptr);
        const auto binary = write("program", QByteArray("\177ELF\0\0", 6));
        QVERIFY(!finder.find(binary, "", task));
        QCOMPARE(finder.problem(binary), std::string("is no text"));
        QVERIFY(!finder.find(folder(), "", task));
        QVERIFY(!finder.find("/dev/zero", "", task));
        const auto large = write("large.c", QByteArray(qsizetype(SourceFinder::maximumBytes + 1), 'x'));
        QVERIFY(!finder.find(large, "", task));
        QCOMPARE(finder.problem(large), std::string("is larger than 32 MB"));
    }
    void whatWasChangedSinceTheRecordingIsNamed() {
        const auto path = write("changed.c", "text\n");
        const auto changed = QFileInfo(QString::fromStdString(path)).lastModified().toMSecsSinceEpoch();
        constexpr std::int64_t million = 1'000'000;
        Task task;
        SourceFinder before({}, (changed - 5000) * million, nullptr);
        QVERIFY(before.find(path, "", task));
        QVERIFY(before.wasChanged(path));
        SourceFinder after({}, (changed + 5000) * million, nullptr);
        QVERIFY(after.find(path, "", task));
        QVERIFY(!after.wasChanged(path));
    }
};

QTEST_GUILESS_MAIN(SourceFinderTest)
#include "source_finder_test.moc"
