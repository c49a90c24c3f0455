/// In which modules stacks end early, and why.
#include <vector> // first, because moc can't read <compare> otherwise

#include "model/analysis/completeness/completeness.h"

#include "model/profile/profile_builder.h"

#include <QTest>

using namespace candela;

namespace {

struct TextFrame {
    std::string_view module; ///< empty: none
    FrameKind kind = FrameKind::User;
};

class StackWriter {
public:
    /// Frames from the outermost on.
    void add(const std::vector<TextFrame>& frames, StackEnd end) {
        StackIndex stack;
        for (const auto& frame : frames) {
            MappingIndex mapping;
            if (!frame.module.empty())
                mapping = m_builder.mapping({.path = m_builder.string(frame.module), .buildId = {}});
            stack = m_builder.stack(
                stack, m_builder.frame(
                           {.function = {}, .mapping = mapping, .address = ++m_address, .kind = frame.kind}));
        }
        m_builder.addSample(m_value,
                            {.stack = stack, .weight = 1, .thread = {}, .labels = {}, .stackEnd = end});
    }
    Completeness completeness() { return completenessOf(m_builder.build()); }

private:
    ProfileBuilder m_builder;
    ValueTypeIndex m_value = m_builder.valueType("cpu", "count");
    std::uint64_t m_address = 0;
};

/// "a 3: 1 too deep, 1 unreadable": a module, the number of stacks through it, and why some of them broke
/// there.
std::string textOf(const Completeness& completeness) {
    std::string text;
    for (const auto& module : completeness.brokenModules) {
        text += module.module + " " + std::to_string(module.stacks) + ":";
        for (const auto& [reason, count] : module.broken)
            text += " " + std::to_string(count) + " " + reason;
        text += "\n";
    }
    return text;
}

} // namespace

class CompletenessTest : public QObject {
    Q_OBJECT
private slots:
    void aStackBreaksInTheModuleOfItsOutermostFrame() {
        StackWriter stacks;
        stacks.add({{"main"}, {"library"}}, StackEnd::Complete);
        stacks.add({{"library"}, {"library"}}, StackEnd::Unreadable);
        stacks.add({{"main"}, {"library"}}, StackEnd::TooDeep);
        stacks.add({{"library"}}, StackEnd::TooDeep);
        stacks.add({{"library"}}, StackEnd::TooDeep);
        const auto completeness = stacks.completeness();
        QCOMPARE(completeness.userStacks, 5u);
        QCOMPARE(completeness.complete, 1u);
        QCOMPARE(QString::fromStdString(textOf(completeness)),
                 QString("library 5: 2 too deep 1 stack memory unreadable\n"
                         "main 2: 1 too deep\n"));
    }
    void kernelFramesAreOfNoModuleAndKernelThreadsDoNotCount() {
        StackWriter stacks;
        stacks.add({{"[kernel]", FrameKind::Kernel}}, StackEnd::None);
        stacks.add({{"[kernel]", FrameKind::Kernel}}, StackEnd::Failed);
        stacks.add({{"main"}, {"[kernel]", FrameKind::Kernel}}, StackEnd::Unreadable);
        stacks.add({{""}}, StackEnd::NoMapping);
        stacks.add({}, StackEnd::Failed);
        const auto completeness = stacks.completeness();
        QCOMPARE(completeness.userStacks, 4u);
        QCOMPARE(QString::fromStdString(textOf(completeness)),
                 QString("(no module) 3: 2 no stack from the kernel 1 address outside every mapping\n"
                         "main 1: 1 stack memory unreadable\n"));
    }
    void generatedCodeThatKeepsNoFramePointersHasARemedy() {
        StackWriter stacks;
        stacks.add({{"[generated code]"}}, StackEnd::NoUnwindData);
        stacks.add({{"library"}}, StackEnd::NoUnwindData);
        for (const auto& module : stacks.completeness().brokenModules)
            QCOMPARE(module.remedy.empty(), module.module == "library");
        StackWriter deep;
        deep.add({{"[generated code]"}}, StackEnd::TooDeep);
        QVERIFY(deep.completeness().brokenModules.at(0).remedy.empty());
    }
    void aFileWithoutStackEndsNamesNoModule() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto stack = builder.stack({}, builder.frame({.function = {}, .mapping = {}, .address = 1}));
        builder.addSample(value, {.stack = stack, .weight = 1, .thread = {}, .labels = {}});
        QVERIFY(completenessOf(builder.build()).brokenModules.empty());
    }
};

QTEST_GUILESS_MAIN(CompletenessTest)
#include "completeness_test.moc"
