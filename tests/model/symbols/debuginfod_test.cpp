/// Names from a debuginfod server: a small one of the test, on this machine.
#include "model/symbols/lookup/debuginfod.h"
#include "model/symbols/lookup/name_lookup.h"
#include "tests/model/symbols/local_file_server.h"
#include "tests/model/symbols/nameless_profile.h"
#include "tests/model/symbols/reference_tools.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>
#include <thread>

using namespace candela;

namespace {

const QString whole = PROGRAMS "/workloads/shares";

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class DebuginfodTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    NamelessProgram m_program;
    QByteArray m_debugFile;
    std::unique_ptr<QTemporaryDir> m_machine; // a machine without files
    std::unique_ptr<QTemporaryDir> m_cache;

    std::string urlPath(const char* kind) const { return "/buildid/" + m_program.buildId() + "/" + kind; }
    void useServer(const LocalFileServer& server) const {
        qputenv("DEBUGINFOD_URLS", QByteArray::fromStdString(server.url()));
    }
    Result<Symbolized> lookUp(Task& task, AskServers servers = AskServers::Yes) const {
        return lookUpNames(
            m_program.profile("/bin/program"),
            {.root = m_machine->path().toStdString(), .folders = {}, .servers = servers, .onStep = {}}, task);
    }
    Result<Symbolized> lookUp(AskServers servers = AskServers::Yes) const {
        Task task;
        return lookUp(task, servers);
    }

private slots:
    void initTestCase() {
        if (!isThere("objcopy")) QSKIP("objcopy is not installed");
        for (const char* proxy : {"http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"})
            qunsetenv(proxy);
        const auto opened = m_program.open(whole.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
        run("objcopy", {"--only-keep-debug", whole, m_folder.filePath("program.debug")});
        m_debugFile = contentOf(m_folder.filePath("program.debug"));
    }
    void init() {
        m_machine = std::make_unique<QTemporaryDir>();
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("DEBUGINFOD_CACHE_PATH", m_cache->path().toLocal8Bit());
    }

    void aDebugFileComesByBuildId() {
        LocalFileServer server;
        server.put(urlPath("debuginfo"), m_debugFile);
        useServer(server);
        const auto result = lookUp();
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(check(result->profile), std::string());
        QCOMPARE(framesOf(result->profile), m_program.expectedFrames());
        QCOMPARE(result->modules[0].source, std::string("debuginfod"));
        QCOMPARE(server.asked(), std::vector<std::string>{urlPath("debuginfo")});
        // Files in the cache are not requested again.
        QCOMPARE(framesOf(lookUp()->profile), m_program.expectedFrames());
        QCOMPARE(server.asked().size(), std::size_t(1));
    }
    void whatIsStrippedHereGetsItsDebugFile() {
        LocalFileServer server;
        server.put(urlPath("debuginfo"), m_debugFile);
        useServer(server);
        QVERIFY(QDir(m_machine->path()).mkdir("bin"));
        run("objcopy", {"--strip-all", whole, m_machine->filePath("bin/program")});
        QCOMPARE(framesOf(lookUp()->profile), m_program.expectedFrames());
    }
    void theProgramIsEnoughWhereTheServerHasNoDebugFile() {
        LocalFileServer server;
        server.put(urlPath("executable"), contentOf(whole));
        useServer(server);
        QCOMPARE(framesOf(lookUp()->profile), m_program.expectedFrames());
    }
    void nothingIsSentUnlessItIsAllowed() {
        LocalFileServer server;
        server.put(urlPath("debuginfo"), m_debugFile);
        useServer(server);
        const auto result = lookUp(AskServers::No);
        QVERIFY(result);
        QCOMPARE(result->modules[0].named, std::size_t(0));
        QVERIFY(server.asked().empty());
    }
    void aFileThatNoServerHasIsReportedAsMissing() {
        LocalFileServer server;
        useServer(server);
        const auto result = lookUp();
        QVERIFY(result);
        QCOMPARE(result->modules[0].problem, std::string("is not at the debuginfod servers"));
        QCOMPARE(server.asked(), (std::vector<std::string>{urlPath("debuginfo"), urlPath("executable")}));
    }
    void anotherFileThanTheOneAskedForIsNotUsed() {
        LocalFileServer server;
        server.put(urlPath("debuginfo"), contentOf(PROGRAMS "/workloads/short_lived"));
        server.put(urlPath("executable"), "no program at all");
        useServer(server);
        const auto result = lookUp();
        QVERIFY(result);
        QCOMPARE(result->modules[0].named, std::size_t(0));
        QVERIFY(!result->modules[0].problem.empty());
    }
    void aServerThatIsDownIsNotAskedForEver() {
        {
            const LocalFileServer server;
            useServer(server);
        } // the server is closed
        auto servers = Debuginfod::create();
        QVERIFY2(servers, servers ? "" : servers.error().message.c_str());
        Task task;
        QStringList problems;
        for (int number = 0; number < 5; ++number) {
            const auto file = servers->fetch(QString("%1").arg(number, 40, 16, QChar('a')).toStdString(),
                                             Debuginfod::Kind::DebugFile, task, {});
            QVERIFY(!file);
            problems << QString::fromStdString(file.error().message);
        }
        QVERIFY2(problems[0].startsWith("could not be fetched from the debuginfod servers: "),
                 qPrintable(problems[0]));
        QCOMPARE(problems[4], QString("was not asked for, as the debuginfod servers do not answer"));
    }
    void aServerThatDoesNotAnswerCanBeCancelled() {
        LocalFileServer server;
        server.hold();
        useServer(server);
        Task task;
        std::optional<Result<Symbolized>> result;
        std::jthread worker([&] { result.emplace(lookUp(task)); });
        QVERIFY(server.waitUntilAsked());
        task.cancel();
        worker.join();
        QVERIFY(!*result);
        QCOMPARE(result->error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(DebuginfodTest)
#include "debuginfod_test.moc"
