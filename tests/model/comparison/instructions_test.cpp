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

std::vector<CodeInstruction> instructionsAt(std::uint64_t start, std::initializer_list<unsigned> bytes,
                                            std::uint16_t machine = EM_X86_64) {
    KeptCode code;
    code.machine = machine;
    auto& part = code.parts.emplace_back();
    part.start = start;
    for (const auto byte : bytes)
        part.bytes.push_back(std::byte(byte));
    return instructionsOf(code);
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
