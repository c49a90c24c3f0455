/// Rows made by following instructions: for individual patterns of code, and for a whole library compared
/// with its compiler's tables.
#include "model/unwind/instructions/followed_code.h"

#include "model/base/file.h"
#include "model/symbols/elf/elf_file.h"
#include "model/unwind/call_frames/unwind_table.h"

#include <QTest>

#include <dlfcn.h>
#include <elf.h>

using namespace candela;

namespace {

std::vector<unwind_row> rowsOf(const QByteArray& hex, const CodeEntries& entries) {
    const auto bytes = QByteArray::fromHex(hex);
    FollowedCode code(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))),
                      entries);
    code.followAll();
    UnwindRows rows;
    code.addRows(0, rows);
    return rows.take();
}

/// "sp+8", "r2+8" with DWARF's register number, "fp+16 -16" with the slot of rbp, "start", "none".
QString textAt(const std::vector<unwind_row>& rows, std::uint32_t pc) {
    auto behind = std::upper_bound(rows.begin(), rows.end(), pc,
                                   [](std::uint32_t value, const unwind_row& row) { return value < row.pc; });
    if (behind == rows.begin() || isEnd(*--behind)) return "none";
    if (behind->ra_rule == UNWIND_RA_NONE) return "start";
    const auto base = behind->cfa_rule == UNWIND_CFA_SP   ? QString("sp")
                      : behind->cfa_rule == UNWIND_CFA_FP ? QString("fp")
                                                          : QString("r%1").arg(behind->reg);
    auto text = QString("%1+%2").arg(base).arg(behind->cfa_offset);
    if (behind->fp_rule == UNWIND_FP_CFA) text += QString(" %1").arg(behind->fp_words * 8);
    return text;
}

} // namespace

class FollowedCodeTest : public QObject {
    Q_OBJECT

private slots:
    void pushesAndTheRoomForVariablesAreCounted() {
        // push rbx; push rbp; sub rsp,24; nop; add rsp,24; pop rbp; pop rbx; ret
        const auto rows = rowsOf("53554883ec18904883c4185d5bc3", {{0}, {}});
        QCOMPARE(textAt(rows, 0), QString("sp+8"));
        QCOMPARE(textAt(rows, 1), QString("sp+16"));
        QCOMPARE(textAt(rows, 2), QString("sp+24 -24"));
        QCOMPARE(textAt(rows, 6), QString("sp+48 -24"));
        QCOMPARE(textAt(rows, 11), QString("sp+24 -24"));
        QCOMPARE(textAt(rows, 12), QString("sp+16"));
        QCOMPARE(textAt(rows, 13), QString("sp+8"));
    }
    void aFramePointerIsPreferred() {
        // push rbp; mov rbp,rsp; and rsp,-64; call rax; leave; ret
        const auto rows = rowsOf("554889e54883e4c0ffd0c9c3", {{0}, {}});
        QCOMPARE(textAt(rows, 1), QString("sp+16 -16"));
        QCOMPARE(textAt(rows, 4), QString("fp+16 -16"));
        QCOMPARE(textAt(rows, 8), QString("fp+16 -16"));
        QCOMPARE(textAt(rows, 11), QString("sp+8"));
    }
    void aFunctionThatNothingNamesIsJudgedByItsExitPath() {
        // The trampoline that CPython makes for each function: sub rsp,8; call rcx; add rsp,8; ret
        const auto rows = rowsOf("4883ec08ffd14883c408c3", {});
        QCOMPARE(textAt(rows, 0), QString("sp+8"));
        QCOMPARE(textAt(rows, 4), QString("sp+16"));
        QCOMPARE(textAt(rows, 10), QString("sp+8"));
    }
    void theMiddleOfAFunctionIsJudgedByItsExitPath() {
        // behind an indirect jump: nop; pop rbp; pop r12; ret
        const auto rows = rowsOf("ffe0905d415cc3", {});
        QCOMPARE(textAt(rows, 2), QString("sp+24 -24"));
        // nop; leave; ret: the depth of the stack pointer does not matter
        QCOMPARE(textAt(rowsOf("ffe090c9c3", {}), 2), QString("fp+16 -16"));
        // lea rsp,[rbp-8]; pop rbx; pop rbp; ret
        QCOMPARE(textAt(rowsOf("ffe0488d65f85b5dc3", {}), 2), QString("fp+16 -16"));
    }
    void aFramePointerThatIsLoadedAtTheEndIsTheCallers() {
        // Mono's code: mov rbp,[rsp+16] (its own); call rax; mov rbp,[rsp+8]; add rsp,24; ret
        const QByteArray body = "488b6c2410ffd0488b6c24084883c418c3";
        const auto rows = rowsOf("ffe0" + body, {});
        for (const std::uint32_t pc : {2u, 7u, 9u})
            QCOMPARE(textAt(rows, pc), QString("sp+32 -24"));
        QCOMPARE(textAt(rows, 14), QString("sp+32"));
        // sub rsp,24; mov [rsp+8],rbp, then the same
        const auto whole = rowsOf("4883ec1848896c2408" + body, {{0}, {}});
        for (const std::uint32_t pc : {9u, 14u, 16u})
            QCOMPARE(textAt(whole, pc), QString("sp+32 -24"));
        QCOMPARE(textAt(whole, 21), QString("sp+32"));
    }
    void blocksBehindAJumpHaveTheFrameOfThoseThatLeadThere() {
        // push rbx; jmp +2; (a loop's body) inc eax; cmp eax,5; jne -7; pop rbx; ret
        const auto rows = rowsOf("53eb02ffc083f80575f95bc3", {{0}, {}});
        for (const std::uint32_t pc : {1u, 3u, 5u, 8u, 10u})
            QCOMPARE(textAt(rows, pc), QString("sp+16"));
        QCOMPARE(textAt(rows, 11), QString("sp+8"));
    }
    void whatFollowsACallThatDoesNotReturnIsAnotherFunction() {
        // push rbx; call rax | push rbp; push rbx; pop rbx; pop rbp; ret
        const auto rows = rowsOf("53ffd055535b5dc3", {{0}, {}});
        QCOMPARE(textAt(rows, 1), QString("sp+16"));
        QCOMPARE(textAt(rows, 3), QString("sp+8"));
        QCOMPARE(textAt(rows, 4), QString("sp+16 -16"));
        QCOMPARE(textAt(rows, 7), QString("sp+8"));
    }
    void aFunctionThatIsCalledBeginsThere() {
        // call +1; ret | push rbx; jmp rax: no way out shows its frame
        const auto rows = rowsOf("e801000000c353ffe0", {{0}, {}});
        QCOMPARE(textAt(rows, 6), QString("sp+8"));
        QCOMPARE(textAt(rows, 7), QString("sp+16"));
    }
    void codeThatClearsTheFramePointerIsTheThreadsStart() {
        // musl's clone(): syscall; test eax,eax; jnz +8; xor ebp,ebp; pop rdi; call r9; hlt; nop; ret
        const auto rows = rowsOf("0f0585c0750831ed5f41ffd1f490c3", {{0}, {}});
        QCOMPARE(textAt(rows, 0), QString("sp+8"));
        QCOMPARE(textAt(rows, 8), QString("start"));
        QCOMPARE(textAt(rows, 9), QString("start"));
        QCOMPARE(textAt(rows, 14), QString("sp+8"));
        // A function that preserves its caller's frame pointer: push rbp; xor ebp,ebp; call rax; pop rbp; ret
        QCOMPARE(textAt(rowsOf("5531edffd05dc3", {{0}, {}}), 3), QString("sp+16 -16"));
    }
    void aProgramsStartHasNoCaller() {
        // sub rsp,8; call +0; hlt
        const auto rows = rowsOf("4883ec08e800000000f4", {{}, {0}});
        QCOMPARE(textAt(rows, 0), QString("start"));
        QCOMPARE(textAt(rows, 8), QString("start"));
    }
    void aStackPointerThatWasAlignedIsFoundByItsCopy() {
        // As multimedia libraries do: mov rcx,rsp; and rsp,-32; sub rsp,96; call rax; mov rsp,rcx; ret
        const QByteArray code = "4889e14883e4e04883ec60ffd04889ccc3";
        for (const CodeEntries& entries : {CodeEntries{{0}, {}}, CodeEntries{}}) {
            const auto rows = rowsOf(code, entries);
            QCOMPARE(textAt(rows, 3), QString("sp+8"));
            for (const std::uint32_t pc : {7u, 11u, 13u})
                QCOMPARE(textAt(rows, pc), QString("r2+8"));
            QCOMPARE(textAt(rows, 16), QString("sp+8"));
        }
        // push rbx; mov r9,rsp; and rsp,-64; mov rsp,r9; pop rbx; ret
        const auto pushed = rowsOf("534989e14883e4c04c89cc5bc3", {{0}, {}});
        QCOMPARE(textAt(pushed, 8), QString("r9+16"));
        QCOMPARE(textAt(pushed, 11), QString("sp+16"));
    }
    void aCopyThatIsNotTakenBackIsNoFrame() {
        // mov rcx,rsp; and rsp,-32; call rax; mov rsp,rdx; ret: rcx may be overwritten by then
        QCOMPARE(textAt(rowsOf("4889e14883e4e0ffd04889d4c3", {{0}, {}}), 7), QString("none"));
        // mov rcx,rsp; and rsp,-32; call rax; mov rsp,[rsp+8]; ret
        QCOMPARE(textAt(rowsOf("4889e14883e4e0ffd0488b642408c3", {{0}, {}}), 7), QString("none"));
    }
    void codeWhoseEndsDoNotAgreeHasNoRows() {
        // push rbx; ret; and code without an end
        QCOMPARE(textAt(rowsOf("53c3", {{0}, {}}), 0), QString("none"));
        QCOMPARE(textAt(rowsOf("5390ffe0", {}), 0), QString("none"));
        QCOMPARE(textAt(rowsOf("0606", {}), 0), QString("none"));
    }

    /// Outer frames of stacks are looked up by return addresses.
    void returnAddressesOfALibraryHaveTheRowsOfItsCompiler() {
        Dl_info library{};
        QVERIFY(::dladdr(reinterpret_cast<const void*>(&::qsort), &library) != 0);
        const auto file = openToRead(library.dli_fname);
        QVERIFY(file);
        auto map = MappedFile::map(file->get(), MappedFile::Pages::PrivateCopy);
        QVERIFY(map);
        const auto elf = ElfFile::read(file->get(), std::uint64_t{1} << 30);
        QVERIFY(elf);
        const auto table = buildUnwindTable(map->writableBytes());
        QVERIFY(table);
        const auto* text = elf->find(".text");
        QVERIFY(text);

        std::size_t same = 0, other = 0, none = 0;
        for (std::uint64_t begin = 0; begin < text->size; begin += FollowedCode::maximumCodeSize) {
            const auto size = std::min<std::uint64_t>(text->size - begin, FollowedCode::maximumCodeSize);
            const auto code = map->bytes().subspan(text->offset + begin, size);
            FollowedCode followed(code, {});
            followed.followAll();
            UnwindRows rows;
            followed.addRows(static_cast<std::uint32_t>(text->offset + begin), rows);
            UnwindTable made;
            made.rows = rows.take();
            for (std::size_t offset = 0; offset < size;) {
                const auto instruction = decodeX86(code.subspan(offset));
                offset += instruction ? instruction->length : 1;
                if (!instruction || instruction->effect != StackEffect::Call) continue;
                const auto fileOffset = text->offset + begin + offset - 1; // inside the call, as in walks
                const auto* expected = findUnwindRow(*table, fileOffset);
                const auto* row = findUnwindRow(made, fileOffset);
                if (!expected || expected->cfa_rule != UNWIND_CFA_SP) continue;
                if (!row || row->cfa_rule != UNWIND_CFA_SP)
                    ++none;
                else
                    ++(row->cfa_offset == expected->cfa_offset ? same : other);
            }
        }
        QVERIFY(same > 5000);
        QVERIFY2(other * 30 < same, qPrintable(QString("%1 differ, %2 agree").arg(other).arg(same)));
        QVERIFY2(none * 20 < same, qPrintable(QString("%1 have no row, %2 agree").arg(none).arg(same)));
    }
};

QTEST_GUILESS_MAIN(FollowedCodeTest)
#include "followed_code_test.moc"
