/// The kernel's interrupt entries, found in its symbol list.
#include <QTest>

#include "recorder/kernel/interrupt_entries.h"

#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace candela;

class InterruptEntriesTest : public QObject {
    Q_OBJECT
private slots:
    void exceptionsAndSystemCallsAreNoInterrupts() {
        std::istringstream symbols("ffffffff81000c60 T asm_exc_page_fault\n"
                                   "ffffffff81000d40 T asm_common_interrupt\n"
                                   "ffffffff81000d80 T asm_spurious_interrupt\n"
                                   "ffffffff81000f50 T asm_sysvec_kvm_asyncpf_interrupt\n"
                                   "ffffffff810015b0 T asm_exc_nmi\n"
                                   "ffffffffc0000000 t asm_sysvec [module]\n");
        const auto range = interruptEntries(symbols);
        QVERIFY(range);
        QCOMPARE(range->begin, 0xffffffff81000d40u);
        QCOMPARE(range->end, 0xffffffff81000f70u);
    }
    void hiddenAddressesAreNone() {
        std::istringstream symbols("0000000000000000 T asm_common_interrupt\n");
        QVERIFY(!interruptEntries(symbols));
        std::istringstream nothing;
        QVERIFY(!interruptEntries(nothing));
    }
    void entriesAreNeighboursOfTheCommonOne() {
        const std::vector<std::pair<std::string, std::uint64_t>> functions{
            {"start", 0x100},       {"asm_sysvec_first", 0x200},
            {"asm_exc_nmi", 0x240}, {"asm_common_interrupt", 0x280},
            {"other", 0x2c0},       {"asm_sysvec_last", 0x300},
            {"end", 0x340},         {"", 0x400}};
        KernelSearch kernel;
        kernel.addressOf = [](auto name) {
            return name == "asm_common_interrupt" ? std::optional<std::uint64_t>(0x280) : std::nullopt;
        };
        kernel.nameOf = [&](std::uint64_t address) -> std::optional<KernelFunction> {
            for (std::size_t i = 0; i + 1 < functions.size(); ++i) {
                const auto& [name, start] = functions[i];
                const auto end = functions[i + 1].second;
                if (address >= start && address < end) return KernelFunction{name, {}, start, end - start};
            }
            return {};
        };
        const auto range = interruptEntries(kernel);
        QVERIFY(range);
        QCOMPARE(range->begin, 0x200u);
        QCOMPARE(range->end, 0x320u);
        kernel.addressOf = [](auto) { return std::nullopt; };
        QVERIFY(!interruptEntries(kernel));
    }
    void thisKernelsEntriesAreThoseOfItsList() {
        if (::geteuid() != 0) QSKIP("not root");
        std::ifstream symbols("/proc/kallsyms");
        const auto listed = interruptEntries(symbols);
        const auto kernel = loadKernelSearch();
        QVERIFY(kernel.has_value());
        const auto found = interruptEntries(*kernel);
        QCOMPARE(found.has_value(), listed.has_value());
        if (!listed)
            QSKIP("this kernel lacks a protection: it has no such functions, or hides addresses from root");
        QCOMPARE(found->begin, listed->begin);
        QCOMPARE(found->end, listed->end);
    }
};

QTEST_GUILESS_MAIN(InterruptEntriesTest)
#include "interrupt_entries_test.moc"
