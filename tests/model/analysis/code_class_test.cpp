/// Kinds of code, by the frames and modules of groups.
#include "model/analysis/grouping/code_class.h"
#include "model/profile/profile_builder.h"

#include <QTest>

using namespace candela;

class CodeClassTest : public QObject {
    Q_OBJECT
private slots:
    void modulesOfJustInTimeCompilersAreKnown() {
        for (const char* module :
             {"[generated code]", "//anon", "[JIT] tid 12", "perf-1234.map", "jitted-12-3.so"})
            QVERIFY2(isGeneratedCode(module), module);
        for (const char* module :
             {"", "libjitted.so", "perf-tools.so", "jitted-12", "[kernel.kallsyms]", "perf"})
            QVERIFY2(!isGeneratedCode(module), module);
    }
    void eachKindIsFound() {
        const std::vector<std::tuple<const char*, FrameKind, CodeClass>> expected{
            {"/usr/bin/app", FrameKind::User, CodeClass::User},
            {"/usr/bin/app", FrameKind::Inlined, CodeClass::Inlined},
            {"[kernel.kallsyms]", FrameKind::Kernel, CodeClass::Kernel},
            {"main.js", FrameKind::Interpreted, CodeClass::Interpreted},
            {"/tmp/perf-77.map", FrameKind::User, CodeClass::Generated},
            {"//anon", FrameKind::Unknown, CodeClass::Generated},
            {"[generated code]", FrameKind::Inlined, CodeClass::Generated},
            {"", FrameKind::Unknown, CodeClass::Unknown},
            {"/usr/lib/libvendor.so", FrameKind::Unknown, CodeClass::Unknown}};
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        for (std::size_t row = 0; row < expected.size(); ++row) {
            const auto& [path, kind, code] = expected[row];
            const auto mapping =
                *path ? builder.mapping({.path = builder.string(path), .buildId = {}}) : MappingIndex();
            const auto function = builder.function({.name = builder.string("f" + std::to_string(row)),
                                                    .rawName = {},
                                                    .file = {},
                                                    .mapping = mapping});
            const auto frame = builder.frame(
                {.function = function,
                 .mapping = mapping,
                 .inlineDepth = kind == FrameKind::Inlined ? std::uint16_t(1) : std::uint16_t(0),
                 .kind = kind});
            builder.addSample(value,
                              {.stack = builder.stack({}, frame), .weight = 1, .thread = {}, .labels = {}});
        }
        const auto groups = groupFrames(std::make_shared<const Profile>(builder.build()), Grouping::Function);
        QCOMPARE(groups->size(), expected.size());
        for (std::size_t row = 0; row < groups->size(); ++row) {
            const auto number = std::stoul(groups->groups[row].name.substr(1));
            QCOMPARE(codeClassOf(*groups, FrameGroupIndex(row)), std::get<CodeClass>(expected[number]));
        }
        for (const bool isFound : codeClassesIn(*groups))
            QVERIFY(isFound);
    }
    void rootsAndSamplesWithoutStackAreNoCode() {
        ProfileBuilder builder;
        const auto groups = groupFrames(std::make_shared<const Profile>(builder.build()), Grouping::Function);
        addStackless(*groups);
        addRoots(*groups, std::vector<std::string>{"firefox 12"});
        QCOMPARE(codeClassOf(*groups, groups->stackless), CodeClass::User);
        QCOMPARE(codeClassOf(*groups, groups->groupOfRoot(0)), CodeClass::User);
    }
};

QTEST_GUILESS_MAIN(CodeClassTest)
#include "code_class_test.moc"
