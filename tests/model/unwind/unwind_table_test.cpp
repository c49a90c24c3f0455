#define UNWIND_READ(context, address, value) readOwnMemory(address, value)
#include <cstdint>
static int readOwnMemory(uint64_t address, uint64_t* value);
#include "bpf/unwind_step.h"
#include "model/unwind/call_frames/unwind_table.h"

#include "model/base/file.h"
#include "tests/fuzz/made_elf.h"

#include <QFile>
#include <QTest>

#include <elfutils/libdw.h>
#include <execinfo.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <random>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

using namespace candela;

/// Fails on unmapped addresses instead of crashing, as the kernel's reads do.
static int readOwnMemory(uint64_t address, uint64_t* value) {
    iovec local{value, sizeof *value};
    iovec remote{reinterpret_cast<void*>(address), sizeof *value};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == sizeof *value ? 0 : -1;
}

namespace {

struct MappedCode {
    std::uint64_t begin, end, fileOffset;
    QByteArray path;
};

std::vector<MappedCode> ownCode() {
    std::vector<MappedCode> code;
    QFile maps("/proc/self/maps");
    if (!maps.open(QFile::ReadOnly)) return code;
    for (const auto& line : maps.readAll().split('\n')) {
        const auto parts = line.simplified().split(' ');
        if (parts.size() < 6 || !parts[1].contains('x')) continue;
        const auto range = parts[0].split('-');
        code.push_back({range[0].toULongLong(nullptr, 16), range[1].toULongLong(nullptr, 16),
                        parts[2].toULongLong(nullptr, 16), parts[5]});
    }
    return code;
}

/// Walks from these registers with tables built from the files; returns addresses, innermost first.
class Walker {
public:
    std::vector<std::uint64_t> walk(unwind_registers registers, unwind_result& end) {
        std::vector<std::uint64_t> addresses;
        bool isExact = true;
        while (addresses.size() < 500) {
            addresses.push_back(registers.pc);
            const auto* row = rowAt(registers.pc - (isExact ? 0 : 1));
            if (!row) {
                end = UNWIND_NO_INFORMATION;
                return addresses;
            }
            end = unwind_step(&registers, nullptr, row, nullptr);
            if (end != UNWIND_STEPPED && end != UNWIND_STEPPED_SIGNAL) return addresses;
            isExact = end == UNWIND_STEPPED_SIGNAL;
        }
        return addresses;
    }

private:
    const unwind_row* rowAt(std::uint64_t address) {
        for (const auto& code : m_code) {
            if (address < code.begin || address >= code.end) continue;
            auto& table = m_tables[code.path];
            if (!table) {
                const auto file = openToRead(code.path.toStdString());
                if (!file) return nullptr;
                auto map = MappedFile::map(file->get(), MappedFile::Pages::PrivateCopy);
                auto built = buildUnwindTable(map->writableBytes());
                if (!built) return nullptr;
                table = std::make_unique<UnwindTable>(std::move(*built));
            }
            return findUnwindRow(*table, address - code.begin + code.fileOffset);
        }
        return nullptr;
    }

    std::vector<MappedCode> m_code = ownCode();
    std::map<QByteArray, std::unique_ptr<UnwindTable>> m_tables;
};

unwind_registers registersOf(const ucontext_t& context) {
    unwind_registers registers{};
    registers.pc = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
    registers.sp = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
    registers.fp = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RBP]);
    return registers;
}

struct Stacks {
    std::vector<std::uint64_t> ours, theirs;
    unwind_result end = UNWIND_NO_INFORMATION;
};

/// Recurses, then walks its own stack with the tables and with the C library's unwinder.
[[gnu::noinline]] int descend(int depth, Stacks& stacks) {
    volatile char room[200];
    room[depth % 200] = 1;
    if (depth > 0) return descend(depth - 1, stacks) + room[depth % 200];
    ucontext_t context;
    getcontext(&context);
    stacks.ours = Walker().walk(registersOf(context), stacks.end);
    void* addresses[500];
    const int count = backtrace(addresses, 500);
    for (int frame = 0; frame < count; ++frame)
        stacks.theirs.push_back(reinterpret_cast<std::uint64_t>(addresses[frame]));
    return room[0];
}

/// libdw's rule for an address, as a row; none if it has no rule that fits into a row.
class Oracle {
public:
    explicit Oracle(const char* path) : m_file(openToRead(path).value()) {
        elf_version(EV_CURRENT);
        m_elf = elf_begin(m_file.get(), ELF_C_READ_MMAP, nullptr);
        m_cfi = dwarf_getcfi_elf(m_elf);
    }
    ~Oracle() {
        dwarf_cfi_end(m_cfi);
        elf_end(m_elf);
    }
    bool isValid() const { return m_cfi != nullptr; }

    /// "sp+16", "fp+16", "end", "" if unknown, "?" for other rules.
    std::string cfaAt(std::uint64_t address) const {
        Dwarf_Frame* frame = nullptr;
        if (dwarf_cfi_addrframe(m_cfi, address, &frame) != 0) return "";
        std::unique_ptr<Dwarf_Frame, decltype(&free)> owner(frame, &free);
        bool isSignal = false;
        dwarf_frame_info(frame, nullptr, nullptr, &isSignal);
        if (isSignal) return "signal";
        Dwarf_Op memory[3];
        Dwarf_Op* operations = nullptr;
        std::size_t count = 0;
        if (dwarf_frame_register(frame, 16, memory, &operations, &count) == 0 && count == 0 &&
            operations == memory)
            return "end";
        if (dwarf_frame_cfa(frame, &operations, &count) != 0 || count != 1) return "?";
        if (operations[0].atom == 0x92 && operations[0].number == 7)
            return "sp+" + std::to_string(operations[0].number2);
        if (operations[0].atom == 0x92 && operations[0].number == 6)
            return "fp+" + std::to_string(operations[0].number2);
        if (operations[0].atom == 0x77) return "sp+" + std::to_string(operations[0].number);
        if (operations[0].atom == 0x76) return "fp+" + std::to_string(operations[0].number);
        return "?";
    }

private:
    FileDescriptor m_file;
    Elf* m_elf = nullptr;
    Dwarf_CFI* m_cfi = nullptr;
};

std::string textOf(const unwind_row* row) {
    if (!row) return "";
    if (row->ra_rule == UNWIND_RA_NONE) return "end";
    switch (row->cfa_rule) {
    case UNWIND_CFA_SP:
        return "sp+" + std::to_string(row->cfa_offset);
    case UNWIND_CFA_FP:
        return "fp+" + std::to_string(row->cfa_offset);
    case UNWIND_CFA_SIGNAL:
        return "signal";
    default:
        return "?";
    }
}

} // namespace

class UnwindTableTest : public QObject {
    Q_OBJECT
private slots:
    void aDeepStackIsWalkedToTheThreadsStart() {
        Stacks stacks;
        descend(100, stacks);
        QCOMPARE(stacks.end, UNWIND_COMPLETE);
        QVERIFY(stacks.theirs.size() > 100);
        // The addresses of the innermost frame differ, because the two walks started at different addresses
        // of the function.
        QCOMPARE(stacks.ours.size(), stacks.theirs.size());
        for (std::size_t frame = 1; frame < stacks.ours.size(); ++frame)
            QCOMPARE(stacks.ours[frame], stacks.theirs[frame]);
    }
    void everyRowIsThatOfLibdw_data() {
        QTest::addColumn<QByteArray>("path");
        for (const auto& code : ownCode()) {
            if (code.path.startsWith('/') &&
                (code.path.contains("libc.so") || code.path.contains("Core") ||
                 code.path.contains("ld-linux") || code.path.contains("libstdc++")))
                QTest::newRow(code.path) << code.path;
        }
    }
    void everyRowIsThatOfLibdw() {
        QFETCH(QByteArray, path);
        const auto file = openToRead(path.toStdString());
        auto map = MappedFile::map(file->get(), MappedFile::Pages::PrivateCopy);
        const auto table = buildUnwindTable(map->writableBytes());
        QVERIFY(table);
        QVERIFY(table->rows.size() > 100);
        QCOMPARE(table->damagedFunctions, 0u);
        const Oracle oracle(path.constData());
        QVERIFY(oracle.isValid());
        // In these libraries, the file offset of code equals its address.
        std::mt19937 random(1);
        std::size_t compared = 0;
        for (int turn = 0; turn < 20'000; ++turn) {
            const auto& row = table->rows[random() % table->rows.size()];
            const auto expected = oracle.cfaAt(row.pc);
            if (expected == "?" || expected.empty()) continue; // no rule of libdw
            ++compared;
            QVERIFY2(textOf(findUnwindRow(*table, row.pc)) == expected,
                     qPrintable(QString("at %1: %2, expected %3")
                                    .arg(row.pc, 0, 16)
                                    .arg(textOf(findUnwindRow(*table, row.pc)).c_str(), expected.c_str())));
        }
        QVERIFY(compared > 10'000);
    }
    void theIndexChangesNoLookUp_data() { everyRowIsThatOfLibdw_data(); }
    void theIndexChangesNoLookUp() {
        QFETCH(QByteArray, path);
        const auto file = openToRead(path.toStdString());
        auto map = MappedFile::map(file->get(), MappedFile::Pages::PrivateCopy);
        const auto table = buildUnwindTable(map->writableBytes());
        QVERIFY(table);
        UnwindTable plain;
        plain.rows = table->rows;
        const auto rowNumber = [](const UnwindTable& from, std::uint64_t offset) {
            const auto* row = findUnwindRow(from, offset);
            return row ? row - from.rows.data() : -1;
        };
        for (const auto& row : table->rows) {
            for (const std::uint64_t offset : {row.pc - 1ull, row.pc + 0ull, row.pc + 1ull})
                QCOMPARE(rowNumber(*table, offset), rowNumber(plain, offset));
        }
        for (const std::uint64_t offset : {0ull, ~0ull, 1ull << 32})
            QCOMPARE(rowNumber(*table, offset), rowNumber(plain, offset));
        // The range in the index has few rows, and its ends are used.
        std::size_t searched = 0;
        for (const auto& row : table->rows) {
            const auto range = table->index.rangeOf(row.pc, table->rows.size());
            searched += range.last - range.first;
        }
        QVERIFY(searched / table->rows.size() < 200);
    }
    /// Segments that overlap and reach beyond the file and the end of 64 bits, and a function in them.
    void damagedSegmentsAreNotFollowedBeyondTheFile() {
        constexpr std::uint8_t frames[]{20,   0,    0, 0, 0,    0, 0, 0, 1,    0,    1,    0x78,
                                        16,   0x0c, 7, 8, 0x90, 1, 0, 0, 0,    0,    0,    0, // common entry
                                        20,   0,    0, 0, 28,   0, 0, 0, 0x00, 0x08, 0x40, 0,
                                        0,    0,    0, 0,                 // 0x400800
                                        0x00, 0x18, 0, 0, 0,    0, 0, 0}; // bytes of code
        MadeElf made;
        made.add(".eh_frame", frames);
        auto file = made.finish();
        Elf64_Ehdr header;
        std::memcpy(&header, file.data(), sizeof header);
        header.e_phnum = 2;
        std::memcpy(file.data(), &header, sizeof header);
        Elf64_Phdr segments[2]{};
        for (auto& segment : segments) {
            segment.p_type = PT_LOAD;
            segment.p_flags = PF_R | PF_X;
        }
        segments[0].p_vaddr = 0x400000;
        segments[0].p_offset = 0 - std::uint64_t{0x1000};
        segments[0].p_filesz = 0x10000;
        segments[1].p_vaddr = std::uint64_t{1} << 40;
        segments[1].p_filesz = ~std::uint64_t{0};
        std::memcpy(file.data() + header.e_phoff, segments,
                    sizeof segments); // there is room behind the first one
        const auto size = file.size();
        const auto table = buildUnwindTable(std::as_writable_bytes(std::span(file)));
        QVERIFY(table);
        for (const auto& row : table->rows)
            QVERIFY(row.pc <= size);
    }
    void whatIsNoElfFileIsRefused() {
        std::string text = "hello";
        QVERIFY(!buildUnwindTable(std::as_writable_bytes(std::span(text))));
        QVERIFY(!buildUnwindTable({}));
    }
};

QTEST_GUILESS_MAIN(UnwindTableTest)
#include "unwind_table_test.moc"
