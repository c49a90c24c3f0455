/// Output of a capture's page: profiles and pictures, whole or as shown.
#include "app/window/capture/capture_page.h"
#include "app/window/opening/file_choice.h"
#include "app/window/widgets/message_bar.h"
#include "model/formats/format.h"
#include "tests/test_folder.h"

#include <QFile>
#include <QFileDialog>
#include <QPixmap>
#include <QTest>
#include <QTimer>

using namespace candela;

class CaptureExportTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;
    std::unique_ptr<CapturePage> m_page;

    CapturePage* open(const QString& path) {
        Task task;
        auto profile = readProfile(path.toStdString(), task);
        if (!profile) qFatal("%s", profile.error().message.c_str());
        m_page = std::make_unique<CapturePage>(path, std::make_shared<const Profile>(std::move(*profile)));
        m_page->show();
        return m_page.get();
    }

private slots:
    void cleanup() { m_page.reset(); }

    void whatAFilterShowsIsExported() {
        auto* page = open(m_folder.write("a.folded", "main;draw 3\nmain;load 1\n"));
        Filter filter;
        filter.focus = "draw";
        page->session().setFilter(filter);
        const auto path = m_folder.filePath("out.folded");
        page->exportTo(path);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("main;draw 3\n"));
        page->exportTo(m_folder.filePath("picture.png"));
        QTRY_VERIFY(!QPixmap(m_folder.filePath("picture.png")).isNull());
        page->exportTo("/nonexistent/out.svg");
        QTRY_VERIFY(page->messageBar()->sentence().contains("/nonexistent/out.svg"));
    }
    void aPictureThatIsExportedHasTheRootsThatAreShown() {
        auto* page = open(m_folder.write("two.json", R"([
            {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "browser"}},
            {"ph": "M", "name": "process_name", "pid": 2, "args": {"name": "renderer"}},
            {"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "name": "load"},
            {"ph": "X", "pid": 2, "tid": 2, "ts": 0, "dur": 5, "name": "paint"}])"));
        QCOMPARE(page->session().roots(), SampleKey{SampleKey::Kind::ProcessName});
        const auto pictureOf = [&](const QString& name) {
            page->exportTo(m_folder.filePath(name));
            QFile file(m_folder.filePath(name));
            return QTest::qWaitFor([&] { return file.exists(); }) && file.open(QFile::ReadOnly)
                       ? file.readAll()
                       : QByteArray();
        };
        const auto picture = pictureOf("two.svg");
        QVERIFY(picture.contains("data-row=\"1\"><title>browser"));
        QVERIFY(picture.contains("data-row=\"2\"><title>paint"));
        page->session().setRoots({});
        QVERIFY(pictureOf("one.svg").contains("data-row=\"1\"><title>paint"));
    }
    void theWholeProfileOrWhatIsShownIsExportedInEveryFormat() {
        auto* page = open(m_folder.write("a.folded", "main;draw 3\nmain;load 1\n"));
        Filter filter;
        filter.focus = "draw";
        page->session().setFilter(filter);
        for (const auto& format : allFormats()) {
            if (!format.read || !format.write) continue;
            for (const auto extent : {Page::Extent::Shown, Page::Extent::Whole}) {
                const auto ending = format.extensions.substr(0, format.extensions.find(' '));
                const auto path = m_folder.filePath(extent == Page::Extent::Shown ? "shown" : "whole") +
                                  QString::fromUtf8(ending.data(), qsizetype(ending.size()));
                page->exportTo(path, extent);
                QTRY_VERIFY(page->messageBar()->sentence().startsWith("Written to " + path));
                Task task;
                const auto written = readProfile(path.toStdString(), task);
                QVERIFY2(written, qPrintable(path));
                QCOMPARE(written->totalWeight(written->shownValue()), extent == Page::Extent::Shown ? 3 : 4);
            }
        }
    }
    void theDialogBeginsWithTheKindOfItsSuggestionAndAnotherChangesTheName() {
        const auto kind = saveFilterFor("/tmp/a.b.svg", Page::Extent::Shown);
        QVERIFY2(kind.contains("*.svg"), qPrintable(kind));
        const auto pprof = saveFilterFor("a.pb.gz", Page::Extent::Whole);
        QVERIFY2(pprof.contains("*.pb.gz"), qPrintable(pprof));
        QCOMPARE(withEndingOf("/tmp/a.b.svg", kind), QString("/tmp/a.b.svg"));
        QCOMPARE(withEndingOf("/tmp/a.b.svg", pprof), QString("/tmp/a.b.pb.gz"));
        QCOMPARE(withEndingOf("/tmp/a.pb.gz", "Picture (*.png)"), QString("/tmp/a.png"));
        QCOMPARE(withEndingOf("/tmp/new", "Picture (*.png)"), QString("/tmp/new.png"));
        QVERIFY(!saveFilterFor("a.png", Page::Extent::Whole).contains("png"));

        auto* page = open(m_folder.write("a.folded", "main;draw 3\nmain;load 1\n"));
        QString chosen, name;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = page->findChild<QFileDialog*>();
            chosen = dialog->selectedNameFilter();
            dialog->selectNameFilter(pprof);
            emit dialog->filterSelected(pprof);
            name = dialog->selectedFiles().value(0);
            static_cast<QDialog*>(dialog)->accept();
        });
        page->exportAs(Page::Extent::Shown);
        QVERIFY2(chosen.contains("*.svg"), qPrintable(chosen));
        QCOMPARE(name, m_folder.filePath("a.pb.gz"));
        QTRY_VERIFY(QFile::exists(name));
    }
    void ofTheWholeProfileAFormatThatKeepsAllOfItIsSuggested() {
        const auto suggested = [this](CapturePage* page) {
            QStringList found;
            QTimer::singleShot(0, this, [&] {
                auto* dialog = page->findChild<QFileDialog*>();
                found = {dialog->selectedNameFilter(), dialog->selectedFiles().value(0)};
                static_cast<QDialog*>(dialog)->reject();
            });
            page->exportAs(Page::Extent::Whole);
            return found;
        };
        auto found = suggested(open(m_folder.write("a.folded", "main;draw 3\n")));
        QVERIFY2(found[0].contains("*.candela"), qPrintable(found[0]));
        QCOMPARE(found[1], m_folder.filePath("a.candela"));
        // A recording of Candela's is not suggested to replace itself.
        const auto recorded = m_folder.filePath("b.candela");
        m_page->exportTo(recorded, Page::Extent::Whole);
        QTRY_VERIFY(m_page->messageBar()->sentence().startsWith("Written to "));
        found = suggested(open(recorded));
        QVERIFY2(found[0].contains("*.pb.gz"), qPrintable(found[0]));
        QCOMPARE(found[1], m_folder.filePath("b.pb.gz"));
    }
    void whatCannotBeWrittenIsOneSentence() {
        auto* page = open(m_folder.write("a.folded", "main;draw 3\n"));
        page->exportTo("/nonexistent/out.folded");
        QTRY_COMPARE(page->messageBar()->sentence(),
                     QString("/nonexistent/out.folded: can't be written: there is no such folder."));
        page->exportTo("/nonexistent/out.png");
        QTRY_COMPARE(page->messageBar()->sentence(),
                     QString("/nonexistent/out.png: can't be written: there is no such folder."));
        // A full disk, through a name that some format writes.
        const auto full = m_folder.filePath("full.folded");
        QVERIFY(QFile::link("/dev/full", full));
        page->exportTo(full);
        QTRY_COMPARE(page->messageBar()->sentence(), full + ": can't be written: no space left on device.");
        page->exportTo(m_folder.filePath("out.gold"));
        QTRY_VERIFY(page->messageBar()->sentence().contains("no format that can be written"));
        QVERIFY(page->messageBar()->hint().contains("speedscope"));
    }
};

QTEST_MAIN(CaptureExportTest)
#include "capture_export_test.moc"
