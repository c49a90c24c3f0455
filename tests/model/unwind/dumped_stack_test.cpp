/// Single steps over made-up stack memory, and tables of programs built for the purpose.
#include "model/unwind/call_frames/dumped_stack.h"

#include "model/base/file.h"
#include "model/unwind/call_frames/unwind_table.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace candela;

namespace {

constexpr std::uint64_t stackStart = 0x7000;

/// Sixteen words of stack memory, each identified by its index.
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
    row.fp_rule = fp;
    row.fp_words = static_cast<std::int16_t>(fpOffset / 8);
    return row;
}

unwind_registers registersAt(std::uint64_t pc, std::uint64_t sp, std::uint64_t fp) {
    unwind_registers registers{};
    registers.pc = pc;
    registers.sp = sp;
    registers.fp = fp;
    return registers;
}

/// Builds C code with these options; an empty path if there is no compiler.
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
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0x99);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 32, UNWIND_FP_CFA, -16), memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(4));
        QCOMPARE(registers.fp, 0x1234u);
    }
    void aRowFindsTheCallerByTheFramePointer() {
        MadeStack stack;
        stack.set(4, 0x1234);
        stack.set(5, 0x5555);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), MadeStack::addressOf(4));
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_FP, 16, UNWIND_FP_CFA, -16), memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(6));
        QCOMPARE(registers.fp, 0x1234u);
    }
    void aFramePointerThatWasPoppedKeepsItsValue() {
        MadeStack stack;
        stack.set(0, 0x5555); // the return address: the frame pointer was popped from below it
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0x99);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 8, UNWIND_FP_CFA, -16), memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.fp, 0x99u);
    }
    void aLinkageEntryIsFoundBeforeAndBehindItsPush() {
        MadeStack stack;
        stack.set(0, 0x5555);
        stack.set(1, 0x6666);
        for (const auto& [pc, expected] : {std::pair(0x1000u, 0x5555u), std::pair(0x100bu, 0x6666u)}) {
            auto memory = stack.dump();
            auto registers = registersAt(pc, MadeStack::addressOf(0), 0);
            QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_PLT, 11), memory), UNWIND_STEPPED);
            QCOMPARE(registers.pc, expected);
        }
    }
    void aSignalFrameGivesBackWhatWasInterrupted() {
        std::array<std::uint64_t, 32> words{};
        words[UNWIND_SIGNAL_PC / 8] = 0x5555;
        words[UNWIND_SIGNAL_SP / 8] = 0x100; // another stack, below this one
        words[UNWIND_SIGNAL_FP / 8] = 0x42;
        DumpedStack memory{stackStart, std::as_bytes(std::span(words))};
        auto registers = registersAt(0x1000, stackStart, 0);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SIGNAL, 0), memory), UNWIND_STEPPED_SIGNAL);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, 0x100u);
        QCOMPARE(registers.fp, 0x42u);
    }
    void aSignalFrameGivesBackTheOtherRegisters() {
        std::array<std::uint64_t, 64> words{};
        words[UNWIND_SIGNAL_PC / 8] = 0x1000;
        words[UNWIND_SIGNAL_SP / 8] = stackStart + 400;
        words[UNWIND_SIGNAL_R8 / 8 + 4] = stackStart + 480; // r12
        words[60] = 0x5555;
        DumpedStack memory{stackStart, std::as_bytes(std::span(words))};
        auto registers = registersAt(0x1000, stackStart, 0);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SIGNAL, 0), memory), UNWIND_STEPPED_SIGNAL);
        auto row = rowOf(UNWIND_CFA_REGISTER, 8);
        row.reg = 12;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, stackStart + 488);
    }
    void anOuterFrameIsFoundByARegisterThatItsCalleesSaved() {
        MadeStack stack;
        stack.set(0, 0x10);                     // rbx, pushed last
        stack.set(1, 0xbeef);                   // rbp lies between
        stack.set(2, MadeStack::addressOf(10)); // r12
        stack.set(3, 0x5555);                   // return address of the innermost frame
        stack.set(11, 0x6666);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0x99);
        registers.known = UNWIND_ALL_REGISTERS;
        auto row = rowOf(UNWIND_CFA_SP, 32, UNWIND_FP_CFA, -24);
        row.saved = 0b11000; // r12 and rbx
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        QCOMPARE(registers.fp, 0xbeefu);
        // A function that uses none of these registers is in between.
        stack.set(6, 0x5556);
        memory = stack.dump();
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 24), memory), UNWIND_STEPPED);
        auto outer = rowOf(UNWIND_CFA_REGISTER, 16);
        outer.reg = 12;
        QCOMPARE(stepByRow(registers, outer, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x6666u);
        QCOMPARE(registers.sp, MadeStack::addressOf(12));
        outer.reg = UNWIND_RBX; // its value is not the address of a frame above this one
        QCOMPARE(stepByRow(registers, outer, memory), UNWIND_NOT_GROWING);
    }
    void ofTheFramesThatSavedARegisterTheLatestCounts_data() {
        QTest::addColumn<bool>("isNoted");
        QTest::newRow("noted") << true;
        QTest::newRow("taken at once") << false;
    }
    void ofTheFramesThatSavedARegisterTheLatestCounts() {
        QFETCH(bool, isNoted);
        unwind_saved_frames savedFrames;
        MadeStack stack;
        stack.set(1, MadeStack::addressOf(20)); // r12, and rbx below it
        stack.set(3, MadeStack::addressOf(12)); // r12
        stack.set(5, MadeStack::addressOf(20)); // rbx; the last frame has popped what it saved
        for (const int slot : {2, 4, 6, 7, 12})
            stack.set(std::size_t(slot), 0x5550u + unsigned(slot));
        auto memory = stack.dump();
        if (isNoted) memory.savedFrames = &savedFrames;
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        for (const auto& [size, saved] :
             {std::pair(24, 0b11000u), {16, 0b01000u}, {16, 0b10000u}, {8, 0b01111u}}) {
            auto row = rowOf(UNWIND_CFA_SP, size);
            row.saved = saved;
            QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        }
        auto outer = rowOf(UNWIND_CFA_REGISTER, 8);
        outer.reg = 12;
        QCOMPARE(stepByRow(registers, outer, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x555cu);
    }
    void registersThatWerePushedInTheOppositeOrderAreFound() {
        MadeStack stack;
        stack.set(0, MadeStack::addressOf(8)); // r15 was pushed after rbx
        stack.set(2, 0x5555);
        stack.set(8, 0x6666);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        auto row = rowOf(UNWIND_CFA_SP, 24);
        row.saved = 0b10001 | UNWIND_SAVED_REVERSED;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        auto outer = rowOf(UNWIND_CFA_REGISTER, 8);
        outer.reg = 15;
        QCOMPARE(stepByRow(registers, outer, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x6666u);
    }
    void aRegisterThatWasSavedInAnUnknownWayIsNotUsed() {
        MadeStack stack;
        stack.set(1, 0x5555);
        stack.set(8, 0x6666);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        registers.known = UNWIND_ALL_REGISTERS;
        registers.others[0] = registers.others[12] = MadeStack::addressOf(8);
        auto row = rowOf(UNWIND_CFA_SP, 16);
        row.saved = UNWIND_SAVED_UNKNOWN;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        auto outer = rowOf(UNWIND_CFA_REGISTER, 8);
        outer.reg = 12;
        QCOMPARE(stepByRow(registers, outer, memory), UNWIND_NO_INFORMATION);
        outer.reg = 0; // rax: only the row's writer knows that callees preserve it
        QCOMPARE(stepByRow(registers, outer, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x6666u);
    }
    void theCallersStackPointerIsReadFromTheStack() {
        MadeStack stack;
        stack.set(3, MadeStack::addressOf(8));
        stack.set(8, 0x5555);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_DEREF_SP, UNWIND_DEREF(24, 1)), memory),
                 UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(9));
        // The same after an array whose length is in a register.
        registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        registers.others[9] = 2;
        auto row = rowOf(UNWIND_CFA_DEREF_INDEXED, UNWIND_DEREF(8, 1));
        row.reg = 9;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_NO_INFORMATION);
        registers.known = 1 << 9;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
    }
    void aReturnAddressMayBeInARegister() {
        MadeStack stack;
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(4), 0x99);
        registers.known = UNWIND_ALL_REGISTERS;
        registers.others[5] = 0x5555;
        auto row = rowOf(UNWIND_CFA_SP, 0);
        row.ra_rule = UNWIND_RA_REGISTER;
        row.reg = 5;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(4));
        QCOMPARE(registers.fp, 0x99u);
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_NO_INFORMATION); // the walk must end
    }
    void aRowWithoutAReturnAddressEndsTheStack() {
        MadeStack stack;
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        auto row = rowOf(UNWIND_CFA_SP, 8);
        row.ra_rule = UNWIND_RA_NONE;
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_COMPLETE);
    }
    void aZeroIsAStackBeginningOnlyBehindAChain() {
        MadeStack stack;
        stack.set(0, 0x5555);
        stack.set(1, 0x5555);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        const auto row = rowOf(UNWIND_CFA_SP, 8);
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        auto early = registers;
        early.sp = MadeStack::addressOf(2);
        QCOMPARE(stepByRow(early, row, memory), UNWIND_NO_INFORMATION);
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_STEPPED);
        QCOMPARE(stepByRow(registers, row, memory), UNWIND_COMPLETE);
    }
    void aZeroFarFromWhereTheFirstThreadBeganIsNoBeginning() {
        MadeStack stack;
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        registers.steps = 10;
        registers.start_stack = MadeStack::addressOf(0) + (1 << 16);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 8), memory), UNWIND_NO_INFORMATION);
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_NO_INFORMATION);
        registers.fp = MadeStack::addressOf(2);
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_NO_INFORMATION);
        registers.start_stack = MadeStack::addressOf(10);
        registers.steps = 0;
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 8), memory), UNWIND_COMPLETE);
        registers.sp = registers.start_stack;
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_COMPLETE);
    }
    void generatedCodeWithAFramePointerOfZeroIsNoBeginning() {
        MadeStack stack;
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        registers.steps = 10;
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_GENERATED, memory), UNWIND_NO_INFORMATION);
        registers.is_chained = 1;
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_GENERATED, memory), UNWIND_COMPLETE);
    }
    void memoryThatIsNotThereIsUnreadable() {
        const MadeStack stack;
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), 0);
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_SP, 1000), memory), UNWIND_UNREADABLE);
        QVERIFY(memory.wasReadBehind);
    }
    void aFrameThatDoesNotLieAboveTheOtherIsRefused() {
        const MadeStack stack;
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(4), MadeStack::addressOf(0));
        QCOMPARE(stepByRow(registers, rowOf(UNWIND_CFA_FP, 16), memory), UNWIND_NOT_GROWING);
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_NO_INFORMATION);
    }
    void aFramePointerLeadsToACallerThatKeepsNone() {
        MadeStack stack;
        stack.set(3, 7); // the caller uses the register for a number
        stack.set(4, 0x5555);
        auto memory = stack.dump();
        auto registers = registersAt(0x1000, MadeStack::addressOf(0), MadeStack::addressOf(3));
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_STEPPED);
        QCOMPARE(registers.pc, 0x5555u);
        QCOMPARE(registers.sp, MadeStack::addressOf(5));
        // The number in the frame pointer is not a stack address.
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_NO_INFORMATION);
        registers.fp = 0;
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_NO_INFORMATION);
        registers.steps = UNWIND_PLAUSIBLE_STEPS;
        QCOMPARE(stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory), UNWIND_COMPLETE);
    }

    void aTableIsMadeOfEveryKindOfProgram_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("position-independent") << QStringList{"-O2", "-fPIE", "-pie"};
        QTest::newRow("at a fixed address") << QStringList{"-O2", "-fno-pie", "-no-pie"};
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
    void codeWithoutUnwindInformationHasRowsByItsInstructions() {
        const QTemporaryDir folder;
        const auto program =
            build(folder,
                  "asm(\".type bare, @function\\nbare: push %rbx\\nsub $32, %rsp\\ncall *%rdi\\n\"\n"
                  "    \"add $32, %rsp\\npop %rbx\\nret\\n.size bare, . - bare\\n\");\n"
                  "int main() { return 0; }",
                  {"-O2"});
        QVERIFY(!program.isEmpty());
        QFile file(program);
        QVERIFY(file.open(QFile::ReadOnly));
        const auto begin = file.readAll().indexOf(QByteArray::fromHex("534883ec20ffd74883c4205bc3"));
        QVERIFY(begin > 0);
        const auto table = tableOf(program);
        QVERIFY(table);
        for (const auto& [instruction, offset] : {std::pair(1, 16), {5, 48}, {7, 48}, {12, 8}}) {
            const auto* row = findUnwindRow(*table, std::uint64_t(begin + instruction));
            QVERIFY(row && row->cfa_rule == UNWIND_CFA_SP);
            QCOMPARE(int(row->cfa_offset), offset);
        }
    }
};

QTEST_GUILESS_MAIN(DumpedStackTest)
#include "dumped_stack_test.moc"
