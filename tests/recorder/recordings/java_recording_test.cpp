/// Stacks and names of code that a Java virtual machine generates, recorded for real, without any option of
/// the machine.
#include "tests/model/symbols/reference_tools.h"
#include "tests/recorder/recorded_program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

struct Stack {
    QStringList functions;    // from the root on, "?" without a name
    bool isGenerated = false; // its innermost user frame is generated code
};

Stack stackOf(const Profile& profile, StackIndex stack) {
    Stack result;
    for (; stack; stack = profile.stacks.parent[stack.row()]) {
        const auto frame = profile.stacks.frame[stack.row()].row();
        if (profile.frames.kind[frame] == FrameKind::Kernel) continue;
        const auto mapping = profile.frames.mapping[frame];
        const bool isGenerated =
            mapping && profile.text(profile.mappings[mapping.row()].path) == "[generated code]";
        if (result.functions.isEmpty()) result.isGenerated = isGenerated;
        const auto function = profile.frames.function[frame];
        const auto name =
            function ? profile.text(profile.functions[function.row()].name) : std::string_view("?");
        result.functions.prepend(QString::fromUtf8(name.data(), static_cast<int>(name.size())));
    }
    return result;
}

} // namespace

class JavaRecordingTest : public QObject {
    Q_OBJECT

    Profile m_profile;

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        if (!isThere("java") || !isThere("javac")) QSKIP("java and javac are not installed");
        QTemporaryDir folder;
        run("javac", {"-d", folder.path(), SOURCE_DIR "/tests/workloads/JavaLoad.java"});
        HeldProgram program({"java", "-cp", folder.path(), "JavaLoad", "5000"});
        QJsonObject truth;
        m_profile = recordToEnd(program, truth, 997);
        QCOMPARE(QString::fromStdString(check(m_profile)), "");
    }

    void stacksOfGeneratedCodeReachTheirThreadsStart() {
        const auto& table = m_profile.samples[0];
        int all = 0, complete = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (!stackOf(m_profile, table.stack[row]).isGenerated) continue;
            ++all;
            complete += table.stackEndAt(row) == StackEnd::Complete;
        }
        const auto text = QString("%1 of %2").arg(complete).arg(all);
        QVERIFY2(all > 500, qPrintable(text));
        QVERIFY2(complete * 10 >= all * 9, qPrintable(text));
    }

    void recursionAndCallersHaveTheirJavaNames() {
        const auto& table = m_profile.samples[0];
        int deep = 0, deepAndWhole = 0, fibonacci = 0, sorting = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto functions = stackOf(m_profile, table.stack[row]).functions;
            if (functions.isEmpty()) continue;
            fibonacci += functions.contains("JavaLoad.fibonacci");
            sorting += functions.contains("JavaLoad.sortTexts");
            if (functions.back() != "JavaLoad.descend") continue;
            ++deep;
            // The compiler inlines some calls.
            const auto calls = functions.count("JavaLoad.descend");
            deepAndWhole += calls >= 5 && calls <= 61 && table.stackEndAt(row) == StackEnd::Complete;
        }
        const auto text = QString("%1 deep, %2 whole, %3 fibonacci, %4 sorting")
                              .arg(deep)
                              .arg(deepAndWhole)
                              .arg(fibonacci)
                              .arg(sorting);
        QVERIFY2(deep > 100 && fibonacci > 100 && sorting > 100, qPrintable(text));
        QVERIFY2(deepAndWhole * 10 >= deep * 9, qPrintable(text));
    }

    void generatedCodeHasNames() {
        const auto& table = m_profile.samples[0];
        int all = 0, named = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto stack = stackOf(m_profile, table.stack[row]);
            if (!stack.isGenerated) continue;
            ++all;
            named += stack.functions.back() != "?";
        }
        const auto text = QString("%1 of %2").arg(named).arg(all);
        QVERIFY2(named * 10 >= all * 9, qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(JavaRecordingTest)
#include "java_recording_test.moc"
