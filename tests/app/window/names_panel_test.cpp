/// The panel that looks up names: in a folder, from a server once that is allowed, and cancelled.
#include "app/window/capture/capture_page.h"
#include "app/window/capture/names_panel.h"
#include "tests/model/symbols/local_file_server.h"
#include "tests/model/symbols/nameless_profile.h"
#include "tests/model/symbols/reference_tools.h"
#include "tests/profile_text.h"
#include "tests/window_settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

const QString whole = PROGRAMS "/workloads/shares";

} // namespace

class NamesPanelTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_settings;
    QTemporaryDir m_symbols;
    QTemporaryDir m_cache;
    NamelessProgram m_program;
    std::shared_ptr<const Profile> m_nameless;
    std::shared_ptr<const Profile> m_named; // the profile that the panel emitted

    void listenTo(NamesPanel& panel) {
        connect(&panel, &NamesPanel::named, this,
                [this](const std::shared_ptr<const Profile>& profile) { m_named = profile; });
        panel.setProfile(m_nameless);
    }

private slots:
    void initTestCase() {
        keepEverythingIn(m_settings.path());
        qputenv("DEBUGINFOD_CACHE_PATH", m_cache.path().toUtf8());
        for (const char* proxy : {"http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"})
            qunsetenv(proxy);
        QApplication::setOrganizationName("Candela");
        QApplication::setApplicationName("candela-test");
        const auto opened = m_program.open(whole.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
        m_nameless = std::make_shared<const Profile>(m_program.profile("/nowhere/program"));
        QVERIFY(QFile::copy(whole, m_symbols.filePath("built")));
    }
    void init() {
        QSettings().clear();
        m_named.reset();
    }

    void aProfileThatHasItsNamesShowsNothing() {
        NamesPanel panel;
        panel.setProfile(std::make_shared<const Profile>(profileFromText("main;draw 3\n")));
        QVERIFY(panel.isHidden());
        panel.setProfile(m_nameless);
        QVERIFY(!panel.isHidden());
        QVERIFY2(panel.words().contains("in one module"), qPrintable(panel.words()));
    }
    void namesOfAFolderArrive() {
        NamesPanel panel;
        listenTo(panel);
        panel.lookUp({m_symbols.path()});
        QVERIFY(panel.isRunning());
        QTRY_VERIFY(m_named);
        QCOMPARE(framesOf(*m_named), m_program.expectedFrames());
        QVERIFY2(panel.words().contains("from " + m_symbols.path()), qPrintable(panel.words()));
    }
    void aCaptureShowsNewNamesAndKeepsItsFilter() {
        CapturePage page("capture.pb.gz", m_nameless);
        page.showFacts(true);
        Filter filter;
        filter.focus = "start";
        page.session().setFilter(filter);
        page.namesPanel()->lookUp({m_symbols.path()});
        QTRY_VERIFY(page.session().profile() != m_nameless);
        QCOMPARE(framesOf(*page.session().profile()), m_program.expectedFrames());
        QCOMPARE(page.session().filter().focus, std::string("start"));
        QTRY_VERIFY(!page.session().isBusy());
    }
    void whatIsNotFoundIsReported() {
        NamesPanel panel;
        listenTo(panel);
        panel.lookUpButton()->click();
        QTRY_VERIFY(!panel.isRunning());
        QVERIFY(!m_named);
        QVERIFY2(panel.words().contains("program is not on this machine"), qPrintable(panel.words()));
    }
    void serversAreNotAskedUnlessTheUserAllowsIt() {
        LocalFileServer server;
        QFile file(whole);
        QVERIFY(file.open(QFile::ReadOnly));
        server.put("/buildid/" + m_program.buildId() + "/debuginfo", file.readAll());
        qputenv("DEBUGINFOD_URLS", QByteArray::fromStdString(server.url()));
        {
            NamesPanel panel;
            listenTo(panel);
            QVERIFY(!panel.serversBox()->isChecked());
            panel.lookUp();
            QTRY_VERIFY(!panel.isRunning());
            QVERIFY(server.asked().empty());
            panel.serversBox()->setChecked(true);
        }
        NamesPanel panel; // permissions are remembered
        listenTo(panel);
        QVERIFY(panel.serversBox()->isChecked());
        panel.lookUp();
        QTRY_VERIFY(m_named);
        QCOMPARE(framesOf(*m_named), m_program.expectedFrames());
        QVERIFY(!server.asked().empty());
    }
    void aServerThatDoesNotAnswerCanBeCancelled() {
        LocalFileServer server;
        server.hold();
        qputenv("DEBUGINFOD_URLS", QByteArray::fromStdString(server.url()));
        m_nameless = std::make_shared<const Profile>(m_program.profile("/nowhere/other"));
        QVERIFY(QDir(m_cache.path()).removeRecursively());
        NamesPanel panel;
        listenTo(panel);
        panel.serversBox()->setChecked(true);
        panel.lookUp();
        QVERIFY(server.waitUntilAsked());
        panel.cancel();
        QVERIFY(!panel.isRunning());
        QVERIFY(!m_named);
        QVERIFY(panel.lookUpButton()->isVisibleTo(&panel));
    }
};

QTEST_MAIN(NamesPanelTest)
#include "names_panel_test.moc"
