/// Rows of generated code in simulated memory.
#include "model/unwind/generated/generated_unwind.h"

#include <QTest>

#include <map>

using namespace candela;

namespace {

constexpr std::uint64_t codeBegin = 0x7f00'0000'1000;

class MadeMemory : public ForeignMemory {
public:
    void set(std::uint64_t address, const QByteArray& hex) {
        const auto bytes = QByteArray::fromHex(hex);
        for (int row = 0; row < bytes.size(); ++row)
            m_bytes[address + static_cast<std::uint64_t>(row)] = static_cast<std::byte>(bytes[row]);
    }
    void clear() { m_bytes.clear(); }

private:
    /// The page of the code can be read, the next page can't.
    std::size_t fetch(std::uint64_t address, std::span<std::byte> bytes) override {
        std::size_t count = 0;
        for (; count < bytes.size(); ++count) {
            const auto next = address + count;
            if (next / pageBytes != codeBegin / pageBytes || m_bytes.empty()) break;
            const auto known = m_bytes.find(next);
            bytes[count] = known == m_bytes.end() ? std::byte{0xcc} : known->second;
        }
        return count;
    }

    std::map<std::uint64_t, std::byte> m_bytes;
};

/// "sp+16"; "none" if there is no row.
QString textAt(const GeneratedUnwind& unwind, std::uint64_t address) {
    const auto rows = unwind.rows();
    const auto pc = static_cast<std::uint32_t>(address - unwind.base());
    auto behind = std::upper_bound(rows.begin(), rows.end(), pc,
                                   [](std::uint32_t value, const unwind_row& row) { return value < row.pc; });
    if (behind == rows.begin() || (--behind)->cfa_rule == UNWIND_CFA_NONE) return "none";
    return QString("%1+%2").arg(behind->cfa_rule == UNWIND_CFA_SP ? "sp" : "fp").arg(behind->cfa_offset);
}

using AddressKind = GeneratedUnwind::AddressKind;

} // namespace

class GeneratedUnwindTest : public QObject {
    Q_OBJECT

private slots:
    void aReturnAddressHasARowForItsCall() {
        MadeMemory memory;
        memory.set(codeBegin + 0x40, "4883ec08ffd14883c408c3"); // CPython's trampoline
        GeneratedUnwind unwind;
        const GeneratedUnwind::Address address{codeBegin + 0x46, AddressKind::Return};
        unwind.add(memory, {&address, 1});
        QVERIFY(!unwind.usesFramePointers());
        QCOMPARE(textAt(unwind, codeBegin + 0x45), QString("sp+16"));
        QCOMPARE(textAt(unwind, codeBegin + 0x46), QString("sp+16"));
        QCOMPARE(textAt(unwind, codeBegin + 0x4a), QString("sp+8"));
        QCOMPARE(textAt(unwind, codeBegin + 0x44), QString("none"));
    }
    void anExactAddressShowsNothingAboutTheInstructionBefore() {
        MadeMemory memory;
        memory.set(codeBegin, "53905bc3"); // push rbx; nop; pop rbx; ret
        GeneratedUnwind unwind;
        const GeneratedUnwind::Address address{codeBegin + 1, AddressKind::Exact};
        unwind.add(memory, {&address, 1});
        QCOMPARE(textAt(unwind, codeBegin), QString("none"));
        QCOMPARE(textAt(unwind, codeBegin + 1), QString("sp+16"));
    }
    void codeBetweenWhatWasAskedForHasNoRow() {
        MadeMemory memory; // three of CPython's trampolines in sequence
        memory.set(codeBegin, "4883ec08ffd14883c408c3 4883ec08ffd14883c408c3 4883ec08ffd14883c408c3");
        GeneratedUnwind unwind;
        const std::vector<GeneratedUnwind::Address> first{{codeBegin + 6, AddressKind::Return},
                                                          {codeBegin + 28, AddressKind::Return}};
        unwind.add(memory, first);
        QCOMPARE(textAt(unwind, codeBegin + 5), QString("sp+16"));
        QCOMPARE(textAt(unwind, codeBegin + 16), QString("none"));
        QCOMPARE(textAt(unwind, codeBegin + 27), QString("sp+16"));
        const std::vector<GeneratedUnwind::Address> second{{codeBegin + 17, AddressKind::Return}};
        unwind.add(memory, second);
        QCOMPARE(textAt(unwind, codeBegin + 16), QString("sp+16"));
    }
    void codeWithFramePointersNeedsNoTable() {
        MadeMemory memory;
        memory.set(codeBegin, "90c9c3"); // nop; leave; ret
        memory.set(codeBegin + 0x20,
                   "90c959488d64c80851c3"); // V8: leave; pop rcx; lea rsp,[rax+…]; push rcx; ret
        GeneratedUnwind unwind;
        const std::vector<GeneratedUnwind::Address> addresses{{codeBegin, AddressKind::Return},
                                                              {codeBegin + 0x20, AddressKind::Return}};
        unwind.add(memory, addresses);
        QVERIFY(unwind.usesFramePointers());
        QCOMPARE(textAt(unwind, codeBegin), QString("fp+16"));
        QCOMPARE(textAt(unwind, codeBegin + 0x20), QString("fp+16"));
    }
    void theExitPathMayLeadThroughOtherCode() {
        MadeMemory memory;
        // nop; jmp +0xb00, where QEMU's blocks end: add rsp,24; pop rbp; pop rbx; ret
        memory.set(codeBegin, "90e9000b0000");
        memory.set(codeBegin + 0xb06, "4883c4185d5bc3");
        GeneratedUnwind unwind;
        const GeneratedUnwind::Address address{codeBegin, AddressKind::Exact};
        unwind.add(memory, {&address, 1});
        QCOMPARE(textAt(unwind, codeBegin), QString("sp+48"));
        QCOMPARE(textAt(unwind, codeBegin + 1), QString("sp+48"));
    }
    void whereJumpsLeadToOneFrameThoseByPointersDoToo() {
        // QEMU's blocks end with a jump to code that returns, or to an address that a helper returned.
        MadeMemory memory;
        const auto leaving = codeBegin + 0xe00; // add rsp,72; pop rbp; ret, sixteen times
        std::vector<GeneratedUnwind::Address> addresses;
        for (std::uint64_t piece = 0; piece < 16; ++piece) {
            memory.set(leaving + 16 * piece, "4883c4485dc3");
            const auto begin = codeBegin + 0x20 * piece;
            const auto distance = static_cast<std::uint32_t>(leaving + 16 * piece - (begin + 7));
            memory.set(begin, "ffd0e9"); // call rax; jmp
            memory.set(begin + 3, QByteArray(reinterpret_cast<const char*>(&distance), 4).toHex());
            addresses.push_back({begin + 2, AddressKind::Return});
        }
        const auto byPointer = codeBegin + 0x500;
        memory.set(byPointer, "ffd0ffe0"); // call rax; jmp rax
        GeneratedUnwind unwind;
        const std::vector<GeneratedUnwind::Address> first{{byPointer + 2, AddressKind::Return}};
        unwind.add(memory, first);
        QCOMPARE(textAt(unwind, byPointer + 1), QString("none"));
        unwind.add(memory, addresses);
        QCOMPARE(textAt(unwind, codeBegin + 1), QString("sp+88"));
        QCOMPARE(textAt(unwind, byPointer + 1), QString("sp+88"));
        // A block that pops first: the frame is that of the jump's target.
        memory.forget();
        memory.set(codeBegin + 0x600, "ffd04883c408ffe0"); // call rax; add rsp,8; jmp rax
        const std::vector<GeneratedUnwind::Address> other{{codeBegin + 0x602, AddressKind::Return}};
        unwind.add(memory, other);
        QCOMPARE(textAt(unwind, codeBegin + 0x601), QString("sp+96"));
    }
    void jumpsToFunctionsShowNothingAboutThoseByPointers() {
        MadeMemory memory;
        std::vector<GeneratedUnwind::Address> addresses;
        for (std::uint64_t piece = 0; piece < 16; ++piece) {
            memory.set(codeBegin + 0x20 * piece, "ffd0e9f90d0000"); // call rax; jmp to a return, 0xe00 on
            memory.set(codeBegin + 0x20 * piece + 0xe00, "c3");
            addresses.push_back({codeBegin + 0x20 * piece + 2, AddressKind::Return});
        }
        memory.set(codeBegin + 0x500, "ffd0ffe0"); // call rax; jmp rax
        addresses.push_back({codeBegin + 0x502, AddressKind::Return});
        GeneratedUnwind unwind;
        unwind.add(memory, addresses);
        QCOMPARE(textAt(unwind, codeBegin + 1), QString("sp+8"));
        QCOMPARE(textAt(unwind, codeBegin + 0x501), QString("none"));
    }
    void codeThatWasReplacedIsFollowedAgain() {
        MadeMemory memory;
        memory.set(codeBegin, "905bc3");
        GeneratedUnwind unwind;
        const GeneratedUnwind::Address address{codeBegin, AddressKind::Exact};
        unwind.add(memory, {&address, 1});
        QCOMPARE(textAt(unwind, codeBegin), QString("sp+16"));
        memory.set(codeBegin, "905b5bc3");
        memory.forget();
        QVERIFY(unwind.refresh(memory));
        QCOMPARE(textAt(unwind, codeBegin), QString("sp+24"));
        memory.clear();
        memory.forget();
        QVERIFY(!unwind.refresh(memory));
        QVERIFY(unwind.rows().empty());
    }
    void whatCannotBeReadOrIsFarAwayHasNoRow() {
        MadeMemory memory;
        memory.set(codeBegin, "905bc3");
        GeneratedUnwind unwind;
        const std::vector<GeneratedUnwind::Address> addresses{{codeBegin, AddressKind::Exact},
                                                              {codeBegin + 0x1000, AddressKind::Exact},
                                                              {0x1000, AddressKind::Exact}};
        unwind.add(memory, addresses);
        QCOMPARE(textAt(unwind, codeBegin), QString("sp+16"));
        QCOMPARE(textAt(unwind, codeBegin + 0x1000), QString("none"));
    }
};

QTEST_GUILESS_MAIN(GeneratedUnwindTest)
#include "generated_unwind_test.moc"
