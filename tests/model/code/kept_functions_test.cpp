/// Code that a profile keeps: where it is used, and what annotations show of it.
#include <QTest>

#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/samples/filter.h"
#include "model/code/annotated_function.h"
#include "model/code/function_search.h"
#include "model/profile/profile_builder.h"
#include "tests/model/symbols/reference_tools.h"
#include "tests/test_folder.h"

#include <elf.h>

using namespace candela;

namespace {

std::vector<std::byte> codeOf(std::initializer_list<int> numbers) {
    std::vector<std::byte> bytes;
    for (const auto number : numbers)
        bytes.push_back(std::byte(number));
    return bytes;
}

/// What a profile of one module has.
struct Recorded {
    std::string path;
    std::string buildId;
    std::uint64_t address = 0; // of the function
};

/// Samples at the `ret` of a function, whose code begins at the address: nop; call out; ret.
std::shared_ptr<const Profile> profileOf(const Recorded& recorded) {
    ProfileBuilder builder;
    builder.origin().provenance = Provenance::RecordedWithBuildIds;
    const auto module =
        builder.mapping({.path = builder.string(recorded.path), .buildId = builder.string(recorded.buildId)});
    const auto name = builder.string("churn");
    const auto function = builder.function({.name = name, .rawName = {}, .file = {}, .mapping = module});
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto frame =
        builder.frame({.function = function, .mapping = module, .address = recorded.address + 6});
    builder.addSample(value, {.stack = builder.stack({}, frame), .weight = 30, .thread = {}, .labels = {}});
    const auto start = recorded.address;
    builder.addCode({.mapping = module,
                     .machine = EM_X86_64,
                     .isCut = false,
                     .parts = {{start, codeOf({0x90, 0xe8, 0x00, 0x10, 0, 0, 0xc3})}},
                     .functions = {{.name = name,
                                    .rawName = {},
                                    .file = builder.string("/src/kept.cpp"),
                                    .startLine = 3,
                                    .mapping = {}},
                                   {.name = builder.string("mix"),
                                    .rawName = {},
                                    .file = builder.string("/src/mix.h"),
                                    .mapping = {}}},
                     .lines = {{start, 0}, {start + 6, 1}},
                     .frames = {{0, 4}, {1, 9}, {0, 5}},
                     .targets = {{start + 0x1006, builder.string("out")}}});
    return std::make_shared<const Profile>(builder.build());
}

AnnotatedFunction annotated(const std::shared_ptr<const Profile>& profile, CodeFinder& finder) {
    Task task;
    SampleSelector selector(profile);
    const auto weights = selector.stackWeights(ValueTypeIndex(0), {}, task).value();
    const auto groups = groupFrames(profile, Grouping::Function);
    const auto match = findFunction(*groups, groupWeights(*groups, weights), "churn").value();
    return annotate(*groups, match.groups, weights, InlinedCode::AtItsLine, &finder, task).value();
}

AnnotatedFunction annotatedFromFiles(const std::shared_ptr<const Profile>& profile) {
    Task task;
    const auto files = LookupFiles::open({}, *profile, {}, task).value();
    CodeFinder finder(profile, files.get());
    return annotated(profile, finder);
}

std::string sourceOfCode(const AnnotatedFunction& function) {
    return function.code.empty() ? "none" : function.code.front().code->source;
}

} // namespace

class KeptFunctionsTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;

    /// A program with the function; returns its build id and the function's address.
    Recorded build(const QString& name, const QByteArray& body, const QStringList& options) const {
        m_folder.write(name + ".c", body);
        const auto program = m_folder.filePath(name);
        run("gcc", QStringList{"-O1", m_folder.filePath(name + ".c"), "-o", program} + options);
        auto symbols = ModuleSymbols::create(openToRead(program.toStdString())->get());
        Recorded recorded{program.toStdString(), symbols->buildId(), 0};
        for (const auto& symbol : symbolRanges(program, {})) {
            if (symbol.name == "churn") recorded.address = symbol.start;
        }
        return recorded;
    }

private slots:
    void initTestCase() { QVERIFY2(isThere("gcc") && isThere("nm"), "gcc and nm are required"); }
    void withoutAFileTheKeptCodeIsShown() {
        const auto profile = profileOf({"/nowhere/tool", "abcd", 0x1000});
        for (const bool looksForFiles : {false, true}) {
            CodeFinder finder(profile, nullptr);
            const auto function = looksForFiles ? annotatedFromFiles(profile) : annotated(profile, finder);
            QCOMPARE(function.problems, std::vector<std::string>());
            QCOMPARE(function.code.size(), std::size_t{1});
            const auto& [code, instructions, self] = function.code.front();
            QCOMPARE(code->source, std::string("the capture"));
            QCOMPARE(code->modulePath, std::string("/nowhere/tool"));
            QCOMPARE(code->buildId, std::string("abcd"));
            QVERIFY(code->isBuildKnown);
            QCOMPARE(self, 30);
            QCOMPARE(instructions.size(), std::size_t{3});
            QCOMPARE(instructions[1].instruction.target, std::optional<std::uint64_t>(0x2006));
            QCOMPARE(code->targets.at(0x2006), std::string("out"));
            QCOMPARE(instructions[2].instruction.text, std::string("ret"));
            QCOMPARE(instructions[2].self, 30);
            QCOMPARE(code->framesAt(0x1006).front().name, std::string("mix"));
            QCOMPARE(code->function().name, std::string("churn"));
            // The frame has no line of its own: both functions' lines have the weight.
            QCOMPARE(function.lines.size(), std::size_t{2});
            QCOMPARE(function.lines[1].file, std::string("/src/mix.h"));
            QCOMPARE(function.lines[1].self, 30);
        }
    }
    void codeOfAnotherModuleOrAddressIsNotShown() {
        const auto profile = profileOf({"/nowhere/tool", "abcd", 0x1000});
        KeptFunctions kept(*profile);
        QVERIFY(kept.find(MappingIndex(0), 0x1006));
        QVERIFY(kept.find(MappingIndex(0), 0x1006) == kept.find(MappingIndex(0), 0x1000));
        QVERIFY(!kept.find(MappingIndex(0), 0x1007));
        QVERIFY(!kept.find(MappingIndex(0), 0xfff));
        ProfileBuilder builder;
        builder.mapping({.path = builder.string("/nowhere/tool"), .buildId = builder.string("ef")});
        Profile other = builder.build();
        QVERIFY(!KeptFunctions(other).find(MappingIndex(0), 0x1006));
    }
    void aFileOfTheSameBuildIsPreferredWhileItHasLines() {
        const QByteArray body = "int churn(int n) { return n * 3; }\nint main(void) { return churn(2); }\n";
        const QStringList options{"-fno-inline", "-Wl,--build-id"};
        const auto withLines = build("lines", body, options + QStringList{"-g"});
        QVERIFY(withLines.address != 0);
        QCOMPARE(sourceOfCode(annotatedFromFiles(profileOf(withLines))),
                 std::string("files of this machine"));
        const auto stripped = build("plain", body, options);
        QCOMPARE(sourceOfCode(annotatedFromFiles(profileOf(stripped))), std::string("the capture"));
    }
    void aRebuiltOrDeletedFileIsNotUsed() {
        const QStringList options{"-g", "-fno-inline", "-Wl,--build-id"};
        const auto recorded =
            build("tool", "int churn(int n) { return n; }\nint main(void) { return churn(2); }\n", options);
        const auto profile = profileOf(recorded);
        const auto rebuilt = build(
            "tool", "int churn(int n) { return n ^ 7; }\nint main(void) { return churn(9); }\n", options);
        QVERIFY(rebuilt.buildId != recorded.buildId);
        QCOMPARE(sourceOfCode(annotatedFromFiles(profile)), std::string("the capture"));
        QFile::remove(QString::fromStdString(recorded.path));
        QCOMPARE(sourceOfCode(annotatedFromFiles(profile)), std::string("the capture"));
    }
    void keptCodeIsPreferredToAFileOfUnknownBuild() {
        auto recorded =
            build("unmarked", "int churn(int n) { return n; }\nint main(void) { return churn(2); }\n",
                  {"-g", "-fno-inline", "-Wl,--build-id=none"});
        QCOMPARE(recorded.buildId, std::string());
        QCOMPARE(sourceOfCode(annotatedFromFiles(profileOf(recorded))), std::string("the capture"));
    }
};

QTEST_GUILESS_MAIN(KeptFunctionsTest)
#include "kept_functions_test.moc"
