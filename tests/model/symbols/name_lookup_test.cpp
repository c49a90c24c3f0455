/// Names looked up afterwards: a stripped program of the test build, its debug file in the searched folders,
/// and a profile with addresses alone.
#include "model/base/file.h"
#include "model/symbols/lookup/module_symbols.h"
#include "model/symbols/lookup/name_lookup.h"
#include "model/symbols/lookup/running_kernel.h"
#include "model/symbols/lookup/symbol_folder.h"
#include "tests/model/symbols/nameless_profile.h"
#include "tests/model/symbols/reference_tools.h"
#include "tests/profile_text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

const QString wholeProgram = PROGRAMS "/workloads/shares";

/// A machine's root folder with the program at /bin/program, or at another path that a test chooses.
class MadeMachine {
public:
    QString path(const QString& name) const { return m_root.filePath(name); }
    std::string root() const { return m_root.path().toStdString(); }

    void put(const QString& file, const QString& name) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile::remove(path(name));
        QVERIFY(QFile::copy(file, path(name)));
    }
    void putStripped(const QString& name) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        run("objcopy", {"--strip-all", wholeProgram, path(name)});
    }
    void putDebugFile(const QString& name) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        run("objcopy", {"--only-keep-debug", wholeProgram, path(name)});
    }
    LookupSources sources(std::vector<std::string> folders = {}) const {
        return {.root = root(), .folders = std::move(folders)};
    }

private:
    QTemporaryDir m_root;
};

Result<Symbolized> lookUp(Profile profile, const LookupSources& sources) {
    Task task;
    return lookUpNames(std::move(profile), sources, task);
}

} // namespace

class NameLookupTest : public QObject {
    Q_OBJECT

    NamelessProgram m_program;

    QString debugFileName() const {
        const auto id = QString::fromStdString(m_program.buildId());
        return "usr/lib/debug/.build-id/" + id.left(2) + "/" + id.mid(2) + ".debug";
    }

    /// Every address has the name, file, line and inlined
    /// calls from the program's full debug information.
    void verifyNames(const Result<Symbolized>& result, const Profile& before, const std::string& source) {
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(check(result->profile), std::string());
        QCOMPARE(result->modules.size(), std::size_t(1));
        QCOMPARE(result->modules[0].problem, std::string());
        QCOMPARE(result->modules[0].source, source);
        QCOMPARE(result->modules[0].addresses, m_program.addresses().size());
        QCOMPARE(result->modules[0].named, m_program.addresses().size());
        QCOMPARE(framesOf(result->profile), m_program.expectedFrames());
        QCOMPARE(result->profile.samples[0].weight, before.samples[0].weight);
    }

private slots:
    void initTestCase() {
        if (!isThere("objcopy")) QSKIP("objcopy is not installed");
        const auto opened = m_program.open(wholeProgram.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
    }

    void aLocalFileGivesNamesLinesAndInlinedCalls() {
        const MadeMachine machine;
        machine.put(wholeProgram, "bin/program");
        const auto profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, machine.sources()), profile, "files of this machine");
    }
    void theDebugFileOfAStrippedProgramIsFoundByBuildId() {
        const MadeMachine machine;
        machine.putStripped("bin/program");
        machine.putDebugFile(debugFileName());
        const auto profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, machine.sources()), profile, "debug files of this machine");
    }
    void aDebugFileIsEnoughWhereTheProgramIsMissing() {
        const MadeMachine machine;
        machine.putDebugFile(debugFileName());
        const auto profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, machine.sources()), profile, "debug files of this machine");
    }
    void aFolderIsSearchedWholeByBuildId() {
        const MadeMachine machine;
        const MadeMachine folder;
        machine.putStripped("bin/program");
        folder.put("/proc/self/cmdline", "some text");
        folder.put(PROGRAMS "/workloads/short_lived", "a/program"); // a different program with this name
        folder.putDebugFile("deep/in/folders/anything");
        const auto profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, machine.sources({folder.root()})), profile, folder.root());
    }
    void aFolderMayHaveTheWholeProgram() {
        const MadeMachine machine;
        const MadeMachine folder;
        folder.put(wholeProgram, "build/output");
        const auto profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, machine.sources({folder.root()})), profile, folder.root());
    }
    void anotherBuildIsRefusedInASentence() {
        const MadeMachine machine;
        machine.put(PROGRAMS "/workloads/short_lived", "bin/program");
        const auto profile = m_program.profile("/bin/program");
        const auto result = lookUp(profile, machine.sources({machine.root()}));
        QVERIFY(result);
        QCOMPARE(result->modules[0].problem,
                 std::string("is another build here than the one that was recorded"));
        QCOMPARE(result->modules[0].named, std::size_t(0));
        QCOMPARE(profileToText(result->profile), profileToText(profile));
    }
    void aModuleThatIsNowhereIsReported() {
        const auto result = lookUp(m_program.profile("/bin/program"), MadeMachine().sources());
        QVERIFY(result);
        QCOMPARE(result->modules[0].problem, std::string("is not on this machine"));
    }
    void aFileWithoutABuildIdInTheProfileIsTakenAndReported() {
        const MadeMachine machine;
        machine.put(wholeProgram, "bin/program");
        auto profile = m_program.profile("/bin/program", Recorded::WithoutBuildId);
        profile.origin.provenance = Provenance::Recorded;
        const auto result = lookUp(profile, machine.sources());
        verifyNames(result, profile, "files of this machine");
        QCOMPARE(result->profile.warnings.size(), std::size_t(1));
        QVERIFY(result->profile.warnings[0].find("program") != std::string::npos);
        QVERIFY(result->modules[0].match == NameMatch::Path);

        profile.origin.host = "elsewhere";
        QCOMPARE(lookUp(profile, machine.sources())->modules[0].problem,
                 std::string("was recorded on another machine, and its build is not known"));
        profile.origin.host.clear();
        profile.origin.startTime = 1'000'000'000; // long before the file was created
        QCOMPARE(lookUp(profile, machine.sources())->modules[0].problem,
                 std::string("was changed since it was recorded, and its build is not known"));
    }
    void anExportWithoutBuildIdsIsNotTakenForOneOfThisMachine() {
        const MadeMachine machine;
        machine.put(wholeProgram, "bin/program");
        auto profile = m_program.profile("/bin/program", Recorded::WithoutBuildId);
        auto result = lookUp(profile, machine.sources());
        QVERIFY(result);
        QCOMPARE(result->modules[0].problem,
                 std::string("may be of another machine, and its build is not known"));
        QCOMPARE(profileToText(result->profile), profileToText(profile));

        profile.origin.host = ownHostName();
        verifyNames(lookUp(profile, machine.sources()), profile, "files of this machine");
        profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, machine.sources()), profile, "files of this machine");
    }
    void theUserMayVouchForAFileOfTheSameName() {
        const MadeMachine folder;
        folder.put(wholeProgram, "somewhere/program");
        auto profile = m_program.profile("/bin/program", Recorded::WithoutBuildId);
        profile.origin.host = "elsewhere";
        verifyNames(lookUp(profile, MadeMachine().sources({folder.root()})), profile, folder.root());
    }
    void addressesOfTheFileItselfNeedNoMapping() {
        const MadeMachine machine;
        machine.put(wholeProgram, "bin/program");
        const auto profile = m_program.profile("/bin/program", Recorded::FileAddresses);
        verifyNames(lookUp(profile, machine.sources()), profile, "files of this machine");
    }
    void whatHasNamesStaysAsItIs() {
        const auto profile = profileFromText("main;draw@/bin/a;blit 12\nmain;load 3\n");
        const auto result = lookUp(profile, {.root = "/", .folders = {"/there/is/no/such/folder"}});
        QVERIFY(result); // nothing is missing, so nothing is searched
        QCOMPARE(profileToText(result->profile), profileToText(profile));
        QVERIFY(result->modules.empty());
    }
    void theModulesThatCostMostComeFirst() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        for (const auto weight : {3, 9, 5}) {
            const auto path = "/bin/program" + std::to_string(weight);
            const auto mapping = builder.mapping({.path = builder.string(path), .buildId = {}});
            const auto frame = builder.frame({.function = {}, .mapping = mapping, .address = 16});
            builder.addSample(
                value, {.stack = builder.stack({}, frame), .weight = weight, .thread = {}, .labels = {}});
        }
        const auto result = lookUp(builder.build(), MadeMachine().sources());
        QVERIFY(result);
        QStringList order;
        for (const auto& module : result->modules)
            order << QString::fromStdString(module.path);
        QCOMPARE(order, (QStringList{"/bin/program9", "/bin/program5", "/bin/program3"}));
    }
    void aFolderThatIsNotThereIsAnError() {
        const auto result =
            lookUp(m_program.profile("/bin/program"), MadeMachine().sources({"/there/is/none"}));
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Usage);
        QCOMPARE(result.error().message,
                 std::string(
                     "the folder /there/is/none can't be searched for symbols: no such file or directory"));
    }
    void whatElseIsInAFolderDoesNoHarm() {
        const MadeMachine folder;
        folder.put(wholeProgram, "whole");
        QVERIFY(mkfifo(qPrintable(folder.path("pipe")), 0600) == 0);
        QVERIFY(QFile::link(folder.path("."), folder.path("loop")));
        QVERIFY(QFile::link(folder.path("nowhere"), folder.path("dangling")));
        QFile file(wholeProgram);
        QVERIFY(file.open(QFile::ReadOnly));
        const auto content = file.readAll();
        for (const auto size : {4, 20, 64, 1000, int(content.size() / 2)}) {
            QFile cut(folder.path("cut" + QString::number(size)));
            QVERIFY(cut.open(QFile::WriteOnly));
            cut.write(content.first(size));
        }
        const auto profile = m_program.profile("/bin/program");
        verifyNames(lookUp(profile, MadeMachine().sources({folder.root()})), profile, folder.root());
    }
    void aFolderIsSearchedUpToItsLimits() {
        const MadeMachine folder;
        for (int number = 0; number < 20; ++number)
            folder.put(wholeProgram, "file" + QString::number(number));
        folder.put(wholeProgram, "a/b/c/file");
        Task task;
        const auto few = SymbolFolder::read(folder.root(), task, {.entries = 5, .depth = 40});
        QVERIFY(few && few->isIncomplete() && few->size() <= 5);
        const auto flat = SymbolFolder::read(folder.root(), task, {.entries = 100, .depth = 1});
        QVERIFY(flat && flat->isIncomplete());
        QCOMPARE(flat->size(), std::size_t(20));
        const auto all = SymbolFolder::read(folder.root(), task);
        QVERIFY(all && !all->isIncomplete());
        QCOMPARE(all->size(), std::size_t(21));
    }
    void itCanBeCancelled() {
        Task task;
        task.cancel();
        const auto result = lookUpNames(m_program.profile("/bin/program"), MadeMachine().sources(), task);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(NameLookupTest)
#include "name_lookup_test.moc"
