/// Reading the generated code of a simulated Java virtual machine, intact and damaged.
#define UNWIND_READ(context, address, value) readStack(context, address, value)
#include <cstdint>
static int readStack(void* context, std::uint64_t address, std::uint64_t* value);
#include "bpf/unwind_step.h"
#include "model/unwind/generated/hotspot_rows.h"
#include "model/unwind/generated/hotspot_unwind.h"
#include "model/unwind/generated/loaded_library.h"
#include "tests/model/unwind/made_up_java.h"

#include <QTest>

#include <dlfcn.h>
#include <link.h>
#include <random>

using namespace candela;

/// Words by address.
static int readStack(void* context, std::uint64_t address, std::uint64_t* value) {
    const auto& words = *static_cast<const std::map<std::uint64_t, std::uint64_t>*>(context);
    const auto found = words.find(address);
    if (found == words.end()) return -1;
    *value = found->second;
    return 0;
}

namespace {

/// Our own.
class OwnMemory : public ForeignMemory {
    std::size_t fetch(std::uint64_t address, std::span<std::byte> bytes) override {
        std::memcpy(bytes.data(), reinterpret_cast<const void*>(address), bytes.size());
        return bytes.size();
    }
};

const unwind_row* rowAt(const std::vector<unwind_row>& rows, std::uint64_t pc) {
    auto behind = std::upper_bound(rows.begin(), rows.end(), pc,
                                   [](std::uint64_t value, const unwind_row& row) { return value < row.pc; });
    return behind == rows.begin() ? nullptr : &*(behind - 1);
}

QString textOf(const unwind_row* row) {
    if (!row || isEnd(*row)) return "none";
    const bool isRead = row->cfa_rule == UNWIND_CFA_DEREF_SP || row->cfa_rule == UNWIND_CFA_DEREF_FP;
    const auto offset = isRead ? UNWIND_DEREF_OFFSET(row->cfa_offset) : row->cfa_offset;
    const QString rules[] = {"none", "sp", "fp", "plt", "*sp", "*fp"};
    return QString("%1%2%3 fp %4")
        .arg(rules[row->cfa_rule])
        .arg(offset < 0 ? "" : "+")
        .arg(offset)
        .arg(row->fp_rule == UNWIND_FP_SAME ? QString("same") : QString::number(row->fp_words * 8));
}

std::vector<unwind_row> rowsOf(const std::vector<std::uint8_t>& code, std::int32_t frameComplete,
                               std::uint32_t frameWords) {
    HotspotBlob blob;
    blob.frameComplete = frameComplete;
    blob.frameWords = frameWords;
    UnwindRows rows;
    addHotspotRows(blob, HotspotCodeKind::Other, std::as_bytes(std::span(code)), 0, rows);
    return rows.take();
}

} // namespace

class HotspotTest : public QObject {
    Q_OBJECT

private slots:
    void blobsAndTheirNamesAreFound() {
        MadeUpJava java;
        const auto interpreter = java.addBlob("Interpreter", std::vector<std::uint8_t>(50'000, 0x90), -1, 0);
        const auto put = java.addMethod("java/util/HashMap", "put", madeUpMethod(), 12, 6);
        const auto removed = java.addMethod("java/util/HashMap", "gone", madeUpMethod(), 12, 6);
        const auto lambda =
            java.addMethod("Load$$Lambda$14+0x0000000800c03000", "run", madeUpMethod(), 12, 6);
        java.removeBlob(removed);
        auto code = java.open();
        QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
        const auto blobs = code->blobs(java);
        QCOMPARE(blobs.size(), std::size_t{3});
        QCOMPARE(blobs[0].codeBegin, interpreter);
        QCOMPARE(blobs[1].codeBegin, put);
        QCOMPARE(blobs[1].frameWords, 6u);
        QCOMPARE(blobs[1].frameComplete, 12);
        QCOMPARE(code->nameOf(java, blobs[0]), std::string("Interpreter"));
        QCOMPARE(code->nameOf(java, blobs[1]), std::string("java.util.HashMap.put"));
        QCOMPARE(code->nameOf(java, blobs[2]), std::string("Load$$Lambda.run")); // without the part that
                                                                                 // differs in each run
        QVERIFY(code->find(java, interpreter + 49'999) == blobs[0]); // far from the start of its block
        QVERIFY(code->find(java, put) == blobs[1]);
        QVERIFY(code->find(java, lambda + 5) == blobs[2]);
        QVERIFY(!code->find(java, removed));
        QVERIFY(!code->find(java, put - 1));
        QVERIFY(!code->find(java, java.heap + MadeUpJava::heapBytes - 1));
        QVERIFY(!code->find(java, 0));
        QVERIFY(!code->find(java, ~std::uint64_t{0}));
    }

    void aMethodsRowsFollowItsFrame() {
        const auto rows = rowsOf(madeUpMethod(), 12, 6);
        const auto at = [&](std::uint64_t pc) { return textOf(rowAt(rows, pc)); };
        QCOMPARE(at(0), QString("sp+8 fp same"));
        QCOMPARE(at(7), QString("sp+8 fp same"));
        QCOMPARE(at(8), QString("sp+16 fp -16"));
        QCOMPARE(at(12), QString("sp+48 fp -16"));
        QCOMPARE(at(14), QString("sp+48 fp -16"));
        QCOMPARE(at(18), QString("sp+16 fp -16"));
        QCOMPARE(at(19), QString("sp+8 fp same"));
        QCOMPARE(at(32), QString("sp+8 fp same"));
        QCOMPARE(at(33), QString("sp+48 fp -16"));
        QCOMPARE(at(38), QString("sp+8 fp same")); // the poll's exit path has no frame
        QCOMPARE(at(41), QString("none"));
    }

    void theOtherPrologueIsUnderstood() {
        // sub rsp,0x18; mov [rsp+0x10],rbp; nop
        const auto rows =
            rowsOf({0x48, 0x81, 0xec, 0x18, 0, 0, 0, 0x48, 0x89, 0x6c, 0x24, 0x10, 0x90}, 12, 4);
        QCOMPARE(textOf(rowAt(rows, 0)), QString("sp+8 fp same"));
        QCOMPARE(textOf(rowAt(rows, 7)), QString("sp+32 fp same"));
        QCOMPARE(textOf(rowAt(rows, 12)), QString("sp+32 fp -16"));
    }

    void stubsWithFramePointersAreFollowedByThem() {
        // push rbp; mov rbp,rsp; sub rsp,rax; push rax; leave; ret; push rbp; mov rbp,rsp; nop
        const auto rows =
            rowsOf({0x55, 0x48, 0x8b, 0xec, 0x48, 0x2b, 0xe0, 0x50, 0xc9, 0xc3, 0x55, 0x48, 0x89, 0xe5, 0x90},
                   -1, 0);
        QCOMPARE(textOf(rowAt(rows, 1)), QString("sp+16 fp -16"));
        QCOMPARE(textOf(rowAt(rows, 4)), QString("fp+16 fp -16"));
        QCOMPARE(textOf(rowAt(rows, 8)), QString("fp+16 fp -16"));
        QCOMPARE(textOf(rowAt(rows, 9)), QString("sp+8 fp same"));
        QCOMPARE(textOf(rowAt(rows, 10)), QString("sp+8 fp same"));
        QCOMPARE(textOf(rowAt(rows, 14)), QString("fp+16 fp -16"));
    }

    void aLoopBehindAReturnHasTheFrameOfTheJumpBackToIt() {
        const auto rows = rowsOf({0x55, 0x48, 0x8b, 0xec, // push rbp; mov rbp,rsp
                                  0xeb, 0x03,             //  4 jmp 9
                                  0xc9, 0xc3,             //  6 leave; ret
                                  0x90,                   //  8 nop, where the loop begins
                                  0xff, 0xc8,             //  9 dec eax
                                  0x75, 0xfb,             // 11 jne 8
                                  0xc9, 0xc3},            // 13 leave; ret
                                 -1, 0);
        QCOMPARE(textOf(rowAt(rows, 7)), QString("sp+8 fp same"));
        QCOMPARE(textOf(rowAt(rows, 8)), QString("fp+16 fp -16"));
        QCOMPARE(textOf(rowAt(rows, 9)), QString("fp+16 fp -16"));
        QCOMPARE(textOf(rowAt(rows, 14)), QString("sp+8 fp same"));
    }

    void aWholeFrameIsKnownBehindWhatCannotBeRead() {
        const auto rows = rowsOf({0x55, 0x06, 0x06, 0x06, 0x06, 0x06}, 3, 6);
        QCOMPARE(textOf(rowAt(rows, 0)), QString("sp+8 fp same"));
        QCOMPARE(textOf(rowAt(rows, 4)), QString("sp+48 fp -16"));
    }

    void anInterpretedFrameHasItsCallersStackPointer() {
        HotspotBlob blob;
        const std::vector<std::uint8_t> code(64, 0x90);
        UnwindRows made;
        addHotspotRows(blob, HotspotCodeKind::Interpreter, std::as_bytes(std::span(code)), 0x1000, made);
        const auto rows = made.take();
        QCOMPARE(textOf(rowAt(rows, 0x1020)), QString("*fp-8 fp 0"));
        std::map<std::uint64_t, std::uint64_t> stack{{0x7100, 0x7200}, {0x7108, 0x5555}, {0x70f8, 0x7140}};
        unwind_registers registers{};
        registers.pc = 0x1020;
        registers.sp = 0x7080;
        registers.fp = 0x7100;
        QCOMPARE(unwind_step(&registers, nullptr, rowAt(rows, 0x1020), &stack), UNWIND_STEPPED);
        QCOMPARE(registers.pc, std::uint64_t{0x5555});
        QCOMPARE(registers.sp, std::uint64_t{0x7140}); // above what the caller pushed
        QCOMPARE(registers.fp, std::uint64_t{0x7200});
    }

    void newCodeIsFoundAndOldRowsAreKept() {
        MadeUpJava java;
        const auto first = java.addMethod("A", "first", madeUpMethod(), 12, 6);
        auto code = java.open();
        QVERIFY(code.has_value());
        HotspotUnwind unwind(std::move(*code));
        QVERIFY(unwind.refresh(java));
        const auto before = unwind.rows();
        QCOMPARE(textOf(rowAt(before, first + 12 - unwind.base())), QString("sp+48 fp -16"));
        java.forget();
        QVERIFY(!unwind.refresh(java)); // nothing has changed
        QCOMPARE(unwind.rows().size(), before.size());
        const auto second = java.addMethod("A", "second", madeUpMethod(), 12, 6);
        java.forget();
        QVERIFY(unwind.refresh(java));
        QCOMPARE(textOf(rowAt(unwind.rows(), second + 12 - unwind.base())), QString("sp+48 fp -16"));
        QCOMPARE(textOf(rowAt(unwind.rows(), first + 12 - unwind.base())), QString("sp+48 fp -16"));
        java.removeBlob(first);
        java.forget();
        QVERIFY(unwind.refresh(java));
        QCOMPARE(textOf(rowAt(unwind.rows(), first + 12 - unwind.base())), QString("none"));
    }

    void aMethodThatIsBeingMadeIsLookedAtAgain() {
        MadeUpJava java;
        const auto begin = java.addMethod("A", "slow", std::vector<std::uint8_t>(41, 0), 12, 6);
        java.put<std::int8_t>(begin - MadeUpJava::blobBytes + 315, -1);
        auto code = java.open();
        QVERIFY(code.has_value());
        HotspotUnwind unwind(std::move(*code));
        QVERIFY(unwind.refresh(java));
        const auto done = madeUpMethod();
        for (std::size_t offset = 0; offset < done.size(); ++offset)
            java.put(begin + offset, done[offset]);
        java.forget();
        QVERIFY(unwind.refresh(java));
        QCOMPARE(textOf(rowAt(unwind.rows(), begin + 19 - unwind.base())), QString("sp+8 fp same"));
    }

    void withoutItsFieldsNothingIsGuessed() {
        MadeUpJava java;
        auto bytes = java.bytes();
        const std::string_view field = "_frame_complete_offset";
        const auto found =
            std::search(bytes.begin(), bytes.end(), field.begin(), field.end(),
                        [](std::byte byte, char letter) { return static_cast<char>(byte) == letter; });
        QVERIFY(found != bytes.end());
        *found = std::byte{'x'};
        const auto code = java.open();
        QVERIFY(!code.has_value());
        QVERIFY(QString::fromStdString(code.error().message).contains("CodeBlob::_frame_complete_offset"));
        const auto nothing = HotspotCode::open(java, [](std::string_view) { return std::nullopt; });
        QVERIFY(!nothing.has_value());
    }

    void damagedMemoryIsReadToItsEnd() {
        std::mt19937 random(7);
        int opened = 0;
        for (int turn = 0; turn < 300; ++turn) {
            MadeUpJava java;
            java.addBlob("Interpreter", std::vector<std::uint8_t>(3000, 0x90), -1, 0);
            for (int method = 0; method < 10; ++method)
                java.addMethod("A", "b", madeUpMethod(), 12, 6);
            auto bytes = java.bytes();
            for (int change = 0; change < 300; ++change) {
                const auto offset = turn % 2 == 0 ? random() % 20'000 : random() % bytes.size();
                bytes[offset] = static_cast<std::byte>(random());
            }
            auto code = java.open();
            if (!code) continue;
            ++opened;
            for (const auto& blob : code->blobs(java)) {
                QVERIFY(blob.codeBegin < blob.codeEnd);
                QVERIFY(code->nameOf(java, blob).size() < 10'000);
            }
            HotspotUnwind unwind(std::move(*code));
            unwind.refresh(java);
            const auto rows = unwind.rows();
            QVERIFY(std::is_sorted(rows.begin(), rows.end(),
                                   [](const auto& left, const auto& right) { return left.pc < right.pc; }));
        }
        QVERIFY(opened > 20);
    }

    void symbolsOfALoadedLibraryAreFoundInMemory() {
        Dl_info found;
        link_map* map = nullptr;
        const auto known = ::dlsym(RTLD_DEFAULT, "getenv");
        QVERIFY(::dladdr1(known, &found, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0);
        OwnMemory memory;
        const auto library = LoadedLibrary::read(memory, reinterpret_cast<std::uint64_t>(found.dli_fbase));
        QVERIFY2(library.has_value(), library ? "" : library.error().message.c_str());
        for (const char* name : {"getenv", "environ", "qsort"})
            QCOMPARE(library->find(memory, name),
                     std::optional(reinterpret_cast<std::uint64_t>(::dlsym(RTLD_DEFAULT, name))));
        QVERIFY(!library->find(memory, "no_such_symbol_of_the_library"));
        QVERIFY(!library->find(memory, ""));
        MadeUpJava nothing;
        QVERIFY(!LoadedLibrary::read(nothing, MadeUpJava::start).has_value());
        QVERIFY(!LoadedLibrary::read(nothing, 12345).has_value());
    }

    void memoryIsReadNoFurtherThanItIsThere() {
        MadeUpJava java;
        std::vector<std::byte> bytes(10);
        QVERIFY(java.read(MadeUpJava::start + 5000, bytes));
        QVERIFY(!java.read(MadeUpJava::start - 5, bytes));
        QVERIFY(!java.read(~std::uint64_t{0} - 4, bytes));
        QVERIFY(!java.readText(MadeUpJava::start - 1, 10));
        java.put(MadeUpJava::start + 4094, std::uint32_t{0x64636261});
        java.put(MadeUpJava::start + 4098, std::uint32_t{0});
        java.forget();
        QCOMPARE(java.readText(MadeUpJava::start + 4094, 5).value_or("-"),
                 std::string("abcd")); // over two pages
        QVERIFY(!java.readText(MadeUpJava::start + 4094, 3));
        const auto before = java.reads;
        QVERIFY(java.read(MadeUpJava::start + 4094, bytes));
        QCOMPARE(java.reads, before); // results of reads are kept
    }
};

QTEST_GUILESS_MAIN(HotspotTest)
#include "hotspot_test.moc"
