/// Machine code as instructions without addresses: what two builds of one function have in common.
#include "model/comparison/matching/machine_code/instructions.h"
#include "model/profile/profile.h"

#include <QTest>

#include <elf.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

using namespace candela;

namespace {

ReadCode readAt(std::uint64_t start, std::initializer_list<unsigned> bytes, std::uint16_t machine = EM_X86_64,
                bool isCut = false) {
    KeptCode code;
    code.machine = machine;
    code.isCut = isCut;
    auto& part = code.parts.emplace_back();
    part.start = start;
    for (const auto byte : bytes)
        part.bytes.push_back(std::byte(byte));
    return instructionsOf(code);
}

std::vector<CodeInstruction> instructionsAt(std::uint64_t start, std::initializer_list<unsigned> bytes,
                                            std::uint16_t machine = EM_X86_64) {
    return readAt(start, bytes, machine).instructions;
}

std::uint64_t hashOfOne(std::initializer_list<unsigned> bytes) {
    const auto read = readAt(0, bytes);
    return read.isWhole && read.instructions.size() == 1 ? read.instructions.front().whole : 0;
}

std::uint32_t kindOfOne(std::initializer_list<unsigned> bytes) {
    return readAt(0, bytes).instructions.front().kind;
}

bool areEqual(const std::vector<CodeInstruction>& one, const std::vector<CodeInstruction>& other) {
    return std::ranges::equal(one, other, {}, &CodeInstruction::whole, &CodeInstruction::whole);
}

} // namespace

class InstructionsTest : public QObject {
    Q_OBJECT
private slots:
    // The bytes are what GNU as makes of the instructions in the comments.
    void addressesOfCodeAndDataDoNotCount() {
        // lea rdi, [rip + 0x100]; call 0x2000; jne over a near or far jump; ret
        const auto one =
            instructionsAt(0x1000, {0x48, 0x8d, 0x3d, 0, 1, 0, 0, 0xe8, 0xf4, 0x0f, 0, 0, 0x75, 1, 0xc3});
        const auto other = instructionsAt(
            0x5000, {0x48, 0x8d, 0x3d, 0, 9, 0, 0, 0xe8, 0xf4, 0, 0, 0, 0x0f, 0x85, 2, 0, 0, 0, 0xc3});
        QCOMPARE(one.size(), std::size_t(4));
        QCOMPARE(*one[1].callee, std::uint64_t(0x2000));
        QCOMPARE(*other[1].callee, std::uint64_t(0x5100));
        QVERIFY(areEqual(one, other));
    }

    void registersAndSmallNumbersCount() {
        // mov eax, [rbx + 8]; mov eax, [rbx + 16]; mov ecx, [rbx + 8]
        const auto one = instructionsAt(0, {0x8b, 0x43, 8});
        QCOMPARE(one.front().constant, 8);
        const auto offset = instructionsAt(0, {0x8b, 0x43, 16}), target = instructionsAt(0, {0x8b, 0x4b, 8});
        QVERIFY(!areEqual(one, offset));
        QVERIFY(!areEqual(one, target));
        QCOMPARE(one.front().kind, offset.front().kind);
        QCOMPARE(one.front().kind, target.front().kind);
    }

    void vectorsOfOtherTypesAndSizesDiffer() {
        // vmulps, vmulpd, vmulss, and vmulps of half the size; vmulps with another register, and in the long
        // form
        const auto one = {0xc5U, 0xf4U, 0x59U, 0xc2U};
        QVERIFY(hashOfOne(one) != 0);
        for (const auto& other : {std::initializer_list<unsigned>{0xc5, 0xf5, 0x59, 0xc2},
                                  {0xc5, 0xf6, 0x59, 0xc2},
                                  {0xc5, 0xf0, 0x59, 0xc2}}) {
            QVERIFY(hashOfOne(other) != hashOfOne(one));
            QVERIFY(kindOfOne(other) != kindOfOne(one));
        }
        QVERIFY(hashOfOne({0xc5, 0xec, 0x59, 0xc2}) != hashOfOne(one));
        QCOMPARE(kindOfOne({0xc5, 0xec, 0x59, 0xc2}), kindOfOne(one));
        QCOMPARE(hashOfOne({0xc4, 0xe1, 0x74, 0x59, 0xc2}), hashOfOne(one));
        // vfmadd231ps, vfmadd231pd; vaddps zmm, vaddpd zmm
        QVERIFY(kindOfOne({0xc4, 0xe2, 0x75, 0xb8, 0xc2}) != kindOfOne({0xc4, 0xe2, 0xf5, 0xb8, 0xc2}));
        QVERIFY(hashOfOne({0x62, 0xf1, 0x74, 0x48, 0x58, 0xc2}) !=
                hashOfOne({0x62, 0xf1, 0xf5, 0x48, 0x58, 0xc2}));
    }

    void furtherRegistersSegmentsAndMasksCount() {
        // mov rax, rax; mov rax, r8; push rax; push r8
        QVERIFY(hashOfOne({0x48, 0x89, 0xc0}) != hashOfOne({0x4c, 0x89, 0xc0}));
        QVERIFY(hashOfOne({0x50}) != hashOfOne({0x41, 0x50}));
        // mov rax, fs:[0x28]; mov rax, [0x28]; lock inc dword ptr [rax]
        QVERIFY(hashOfOne({0x64, 0x48, 0x8b, 4, 0x25, 0x28, 0, 0, 0}) !=
                hashOfOne({0x48, 0x8b, 4, 0x25, 0x28, 0, 0, 0}));
        QVERIFY(hashOfOne({0xf0, 0xff, 0}) != hashOfOne({0xff, 0}));
        // and eax, 0x7f800000; and eax, 0x7fffffff; movabs rax of two hashes
        QVERIFY(hashOfOne({0x25, 0, 0, 0x80, 0x7f}) != hashOfOne({0x25, 0xff, 0xff, 0xff, 0x7f}));
        QVERIFY(hashOfOne({0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8}) !=
                hashOfOne({0x48, 0xb8, 2, 2, 3, 4, 5, 6, 7, 8}));
        // mov edi, an address
        QCOMPARE(hashOfOne({0xbf, 0, 0, 0x40, 0}), hashOfOne({0xbf, 0, 0, 0x41, 0}));
    }

    void aWideInstructionHasALargeNumberWhateverItsPrefix() {
        // add rax, 0x12345678 after a 0x66 without meaning; ret
        QCOMPARE(instructionsAt(0, {0x66, 0x48, 0x05, 0x78, 0x56, 0x34, 0x12, 0xc3}).size(), std::size_t(2));
    }

    void paddingIsLeftOut() {
        // endbr64; nop dword ptr [rax + rax]; xchg ax, ax; ret
        QCOMPARE(instructionsAt(0, {0xf3, 0x0f, 0x1e, 0xfa, 0x0f, 0x1f, 0x44, 0, 0, 0x66, 0x90, 0xc3}).size(),
                 std::size_t(1));
    }

    void instructionsOfAllSizesAreRead() {
        // movabs rax, 1; vpshufb ymm1, ymm2, ymm3; test byte ptr [rsp + 8], 1; cmp eax, 0x12345; enter;
        // vpternlogd zmm0, zmm1, zmm2, 1; bt eax, 3; ret
        QCOMPARE(instructionsAt(0, {0x48, 0xb8, 1, 0,    0,    0,    0,    0,    0,    0,    0xc4,
                                    0xe2, 0x6d, 0, 0xcb, 0xf6, 0x44, 0x24, 8,    1,    0x3d, 0x45,
                                    0x23, 1,    0, 0xc8, 8,    0,    0,    0x62, 0xf3, 0x75, 0x48,
                                    0x25, 0xc2, 1, 0x0f, 0xba, 0xe0, 3,    0xc3})
                     .size(),
                 std::size_t(8));
    }

    void readingEndsBeforeWhatIsCutOrUnknown() {
        QCOMPARE(instructionsAt(0, {0xc3, 0xe8, 0, 0}).size(), std::size_t(1));
        QCOMPARE(instructionsAt(0, {0xc3, 0x06, 0xc3}).size(), std::size_t(1));
        QVERIFY(instructionsAt(0, {0xc3}, EM_386).empty());
        QVERIFY(readAt(0, {0x90, 0xc3}).isWhole);
        QVERIFY(!readAt(0, {0xc3, 0xe8, 0, 0}).isWhole);
        QVERIFY(!readAt(0, {0xc3, 0x06, 0xc3}).isWhole);
        QVERIFY(!readAt(0, {0x90, 0xc3}, EM_X86_64, true).isWhole);
        QVERIFY(!readAt(0, {0xc3}, EM_386).isWhole);
    }

    void addressesOfArmCodeDoNotCount() {
        // adrp x0, …; add x0, x0, …; bl …; ret
        const auto one = instructionsAt(
            0x1000, {0, 0, 0, 0x90, 0, 0x20, 0, 0x91, 2, 0, 0, 0x94, 0xc0, 3, 0x5f, 0xd6}, EM_AARCH64);
        const auto other = instructionsAt(
            0x8000, {0, 0, 0, 0xb0, 0, 0x40, 0, 0x91, 0xff, 0xff, 0xff, 0x97, 0xc0, 3, 0x5f, 0xd6},
            EM_AARCH64);
        QCOMPARE(one.size(), std::size_t(4));
        QCOMPARE(*one[2].callee, std::uint64_t(0x1010));
        QCOMPARE(*other[2].callee, std::uint64_t(0x8004));
        QVERIFY(areEqual(one, other));
        // ldr x0, [x1, 8] and [x1, 16]
        const auto load = instructionsAt(0, {0x20, 4, 0x40, 0xf9}, EM_AARCH64);
        QVERIFY(!areEqual(load, instructionsAt(0, {0x20, 8, 0x40, 0xf9}, EM_AARCH64)));
    }
};

QTEST_GUILESS_MAIN(InstructionsTest)
#include "instructions_test.moc"
