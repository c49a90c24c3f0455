/// Single steps over made-up stack memory, and tables of programs built for the purpose.
#include "model/unwind/dumped_stack.h"

#include "model/base/file.h"
#include "model/unwind/unwind_table.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace candela;

namespace {

constexpr std::uint64_t stackStart = 0x7000;

/// Sixteen words of stack, each known by its index.
class MadeStack {
public:
    void set(std::size_t word, std::uint64_t value) { m_words[word] = value; }
    static std::uint64_t addressOf(std::size_t word) { return stackStart + word * sizeof(std::uint64_t); }
    DumpedStack dump() const { return {stackStart, std::as_bytes(std::span(m_words))}; }

private:
    std::array<std::uint64_t, 16> m_words{};
};

unwind_row rowOf(unwind_cfa_rule cfa, std::int32_t offset, unwind_fp_rule fp = UNWIND_FP_SAME,
                 std::int16_t fpOffset = 0) {
    unwind_row row{};
    row.cfa_rule = cfa;
    row.cfa_offset = offset;
    row.rules = fp;
    row.fp_offset = fpOffset;
    return row;
}

/// Builds C code with these options; an empty path where there is no compiler.
QString build(const QTemporaryDir& folder, const QByteArray& code, const QStringList& options) {
    if (QStandardPaths::findExecutable("gcc").isEmpty()) return {};
    QFile source(folder.filePath("program.c"));
    if (!source.open(QFile::WriteOnly)) return {};
    source.write(code);
    source.close();
    const auto program = folder.filePath("program");
    return QProcess::execute("gcc", QStringList{source.fileName(), "-o", program} + options) == 0 ? program
                                                                                                  : QString();
}

std::optional<UnwindTable> tableOf(const QString& program) {
    const auto file = openToRead(program.toStdString());
    if (!file) return {};
    auto map = MappedFile::map(file->get(), MappedFile::Pages::PrivateCopy);
    if (!map) return {};
    auto table = buildUnwindTable(map->writableBytes());
    return table ? std::optional(std::move(*table)) : std::nullopt;
}

} // namespace

class DumpedStackTest : public QObject {
    Q_OBJECT
private slots:
    void aRowFindsTheCallerByTheStackPointer() {
        MadeStack stack;
        stack.set(2, 0x1234); // saved frame pointer
        stack.set(3, 0x5555); // return address
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(0), 0x99, 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 32, UNWIND_FP_CFA, -16), 0, memory),
                 UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(4));
        QCOMPARE(registers.fp, 0x1234u);
    }
    void aRowFindsTheCallerByTheFramePointer() {
        MadeStack stack;
        stack.set(4, 0x1234);
        stack.set(5, 0x5555);
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(0), MadeStack::addressOf(4), 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_FP, 16, UNWIND_FP_CFA, -16), 0, memory),
                 UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(6));
        QCOMPARE(registers.fp, 0x1234u);
    }
    void aFramePointerThatWasPoppedKeepsItsValue() {
        MadeStack stack;
        stack.set(0, 0x5555); // the return address: the frame pointer was popped from below it
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(0), 0x99, 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 8, UNWIND_FP_CFA, -16), 0, memory),
                 UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.fp, 0x99u);
    }
    void aLinkageEntryIsFoundBeforeAndBehindItsPush() {
        MadeStack stack;
        stack.set(0, 0x5555);
        stack.set(1, 0x6666);
        for (const auto& [pc, expected] : {std::pair(0x1000u, 0x5555u), std::pair(0x100bu, 0x6666u)}) {
            auto memory = stack.dump();
            unwind_registers registers{pc, MadeStack::addressOf(0), 0, 0};
            QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_PLT, 11), 0, memory), UNWIND_STEPPED);
            QCOMPARE(registers.pc, expected);
        }
    }
    void aSignalFrameGivesBackWhatWasInterrupted() {
        std::array<std::uint64_t, 32> words{};
        words[UNWIND_SIGNAL_PC / 8] = 0x5555;
        words[UNWIND_SIGNAL_SP / 8] = 0x100; // another stack, below this one
        words[UNWIND_SIGNAL_FP / 8] = 0x42;
        DumpedStack memory{stackStart, std::as_bytes(std::span(words))};
        unwind_registers registers{0x1000, stackStart, 0, 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SIGNAL, 0), 0, memory), UNWIND_STEPPED_SIGNAL);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, 0x100u);
        QCOMPARE(registers.fp, 0x42u);
    }
    void aReturnAddressOfZeroAndARowWithoutOneEndTheStack() {
        MadeStack stack;
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(0), 0, 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 8), 0, memory), UNWIND_COMPLETE);
        auto row = rowOf(UNWIND_CFA_SP, 8);
        row.rules = UNWIND_RA_NONE << UNWIND_RA_SHIFT;
        QCOMPARE(stepByRow(registers, row, 0, memory), UNWIND_COMPLETE);
    }
    void memoryThatIsNotThereIsUnreadable() {
        const MadeStack stack;
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(0), 0, 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 1000), 0, memory), UNWIND_UNREADABLE);
        QVERIFY(memory.wasReadBehind);
    }
    void aFrameThatDoesNotLieAboveTheOtherIsRefused() {
        const MadeStack stack;
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(4), MadeStack::addressOf(0), 0};
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_FP, 16), 0, memory), UNWIND_NOT_GROWING);
        QCOMPARE(stepByFramePointer(registers, memory), UNWIND_NO_INFORMATION);
    }
    void aFramePointerLeadsToACallerThatKeepsNone() {
        MadeStack stack;
        stack.set(3, 7); // the caller uses the register for a number
        stack.set(4, 0x5555);
        auto memory = stack.dump();
        unwind_registers registers{0x1000, MadeStack::addressOf(0), MadeStack::addressOf(3), 0};
        QCOMPARE(stepByFramePointer(registers, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(5));
        // There it is of no use.
        QCOMPARE(stepByFramePointer(registers, memory), UNWIND_NO_INFORMATION);
        registers.fp = 0;
        QCOMPARE(stepByFramePointer(registers, memory), UNWIND_COMPLETE);
    }

    void aTableIsMadeOfEveryKindOfProgram_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("position-independent") << QStringList{"-O2", "-fPIE", "-pie"};
        QTest::newRow("at a fixed place") << QStringList{"-O2", "-fno-pie", "-no-pie"};
        QTest::newRow("static") << QStringList{"-O2", "-static"};
        QTest::newRow("static, position-independent") << QStringList{"-O2", "-static-pie"};
        QTest::newRow(".debug_frame only")
            << QStringList{"-O2", "-g", "-fno-asynchronous-unwind-tables", "-fno-exceptions"};
        QTest::newRow("compressed .debug_frame only")
            << QStringList{"-O2", "-g", "-fno-asynchronous-unwind-tables", "-fno-exceptions", "-gz"};
    }
    void aTableIsMadeOfEveryKindOfProgram() {
        QFETCH(QStringList, options);
        const QTemporaryDir folder;
        const auto program = build(folder,
                                   "int main(int c, char** v) { volatile char room[100]; room[c] = **v; "
                                   "return room[c]; }",
                                   options);
        if (program.isEmpty()) QSKIP("gcc can't build such a program here");
        const auto table = tableOf(program);
        QVERIFY(table);
        QVERIFY(table->functions > 0);
        QCOMPARE(table->damagedFunctions, 0u);
        QVERIFY(!table->rows.empty());
        QVERIFY(std::is_sorted(table->rows.begin(), table->rows.end(),
                               [](const auto& left, const auto& right) { return left.pc < right.pc; }));
    }
};

QTEST_GUILESS_MAIN(DumpedStackTest)
#include "dumped_stack_test.moc"
