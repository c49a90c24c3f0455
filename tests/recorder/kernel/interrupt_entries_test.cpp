/// The kernel's interrupt entries, found in its symbol list.
#include <QTest>

#include "recorder/kernel/interrupt_entries.h"

#include <sstream>

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
};

QTEST_GUILESS_MAIN(InterruptEntriesTest)
#include "interrupt_entries_test.moc"
