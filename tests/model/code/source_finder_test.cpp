/// The paths where source files are searched, and files that are not sources.
#include <QTest>

#include "model/code/annotated_sources.h"
#include "model/code/source_finder.h"
#include "model/profile/profile_builder.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace candela;

namespace {

/// A profile that was recorded in 1970 and keeps lines of a file, each run as one row.
std::shared_ptr<const Profile> keeping(std::string_view file, const std::vector<LineRun>& runs) {
    ProfileBuilder builder;
    builder.origin().startTime = 0;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        builder.addSource({.file = builder.string(file), .runs = {*run}});
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

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
        QCOMPARE(text->runs.size(), std::size_t{1});
        QCOMPARE(text->runs[0].first, 1u);
        QCOMPARE(text->runs[0].lines, (std::vector<std::string>{"first", "second", "", "last"}));
        QVERIFY(!text->isKept());
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
        QCOMPARE(finder.find("/x/a.c", "", task)->line(1), std::string_view("one"));
        QCOMPARE(finder.find("/x/b.c", "", task)->line(1), std::string_view("two"));
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
    void keptLinesAreFoundWithoutTheirFile() {
        const auto profile = keeping("/nowhere/a.c", {{3, {"three", "four"}}, {9, {"nine"}}});
        Task task;
        SourceFinder finder({}, profile, nullptr);
        const auto* text = finder.find("/nowhere/a.c", "", task);
        QVERIFY(text && text->isKept() && finder.isKept("/nowhere/a.c"));
        QVERIFY(!text->isNewer);
        QCOMPARE(text->line(4), std::string_view("four"));
        QCOMPARE(text->line(9), std::string_view("nine"));
        QCOMPARE(text->lastLine(), 9u);
        for (const auto number : {0u, 2u, 5u, 8u, 10u})
            QVERIFY(!text->has(number) && text->line(number).empty());
        QVERIFY(!finder.find("/nowhere/b.c", "", task));
        QVERIFY(!finder.isKept("/nowhere/b.c"));
        QCOMPARE(finder.problem("/nowhere/b.c"), std::string("is not on this machine"));
    }
    void aFileIsUsedIfItHasTheKeptLines() {
        const auto same = write("same.c", "one\ntwo\nthree\n");
        const auto other = write("other.c", "one\ntwo\nTHREE\n");
        const auto shorter = write("shorter.c", "one\ntwo\n");
        for (const auto& path : {same, other, shorter}) {
            const auto profile = keeping(path, {{2, {"two", "three"}}});
            Task task;
            SourceFinder finder({}, profile, nullptr);
            const auto* text = finder.find(path, "", task);
            QVERIFY(text);
            QCOMPARE(text->isKept(), path != same);
            QCOMPARE(text->line(3), std::string_view("three"));
            QCOMPARE(text->line(1), std::string_view(path == same ? "one" : ""));
            QVERIFY(!finder.wasChanged(path)); // the recording began in 1970
        }
    }
    void theFirstFileThatHasTheKeptLinesCounts() {
        write("old/a.c", "another\n");
        write("right/a.c", "text\nmore\n");
        const auto profile = keeping("/x/a.c", {{1, {"text"}}});
        Task task;
        SourceFinder finder({{"/x", folder() + "/old"}, {"/x", folder() + "/right"}}, profile, nullptr);
        const auto* text = finder.find("/x/a.c", "", task);
        QVERIFY(text && !text->isKept());
        QCOMPARE(text->line(2), std::string_view("more"));
    }
    void whatIsBetweenKeptLinesIsLeftOut() {
        const SourceText text{.path = {},
                              .runs = {{3, {"3", "4", "5"}}, {20, {"20"}}, {4'000'000'000, {"far"}}}};
        AnnotatedSource source{
            .file = "a.c",
            .lines = {{"a.c", 0, 1, 1}, {"a.c", 5, 1, 1}, {"a.c", 12, 1, 1}, {"a.c", 20, 1, 1}},
            .text = &text,
            .firstLine = 4,
            .lastLine = 4'000'000'000};
        using Numbers = std::vector<std::uint32_t>;
        QCOMPARE(source.linesAround(3), (Numbers{0, 3, 4, 5, 12, 20}));
        QCOMPARE(source.wholeLines(), (Numbers{4, 5, 12, 20, 4'000'000'000, 0}));
    }
};

QTEST_GUILESS_MAIN(SourceFinderTest)
#include "source_finder_test.moc"
