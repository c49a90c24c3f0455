/// Instructions and the targets of calls and jumps, found with the small decoder and by Capstone.
#include <QTest>

#include "model/base/file.h"
#include "model/code/disassembly.h"
#include "model/symbols/lookup/module_symbols.h"
#include "recorder/sandbox/decoded_code.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <initializer_list>
#include <set>

using namespace candela;

namespace {

constexpr std::uint64_t codeStart = 0x1000;

FunctionCode targetCode(std::uint16_t machine, std::initializer_list<int> bytes) {
    FunctionCode code;
    code.machine = machine;
    auto& part = code.parts.emplace_back();
    part.start = codeStart;
    for (const auto byte : bytes)
        part.bytes.push_back(static_cast<std::byte>(byte));
    return code;
}

using TargetList = std::vector<std::uint64_t>;

} // namespace

class DecodedCodeTest : public QObject {
    Q_OBJECT
private slots:
    void callsJumpsAndBranchesHaveTargets() {
        // call +0x100; jmp -5 (itself); jne -0x80; call rax; ret
        QCOMPARE(decodedTargets(targetCode(EM_X86_64, {0xe8, 0x00, 0x01, 0x00, 0x00, 0xe9, 0xfb, 0xff, 0xff,
                                                       0xff, 0x75, 0x80, 0xff, 0xd0, 0xc3})),
                 (TargetList{codeStart + 0x105, codeStart + 12 - 0x80}));
    }
    void codeThatTheDecoderDoesNotKnowIsDisassembled() {
        // A byte that is no instruction, then call +0x100.
        const auto unknown = targetCode(EM_X86_64, {0x06, 0xe8, 0x00, 0x01, 0x00, 0x00});
        QCOMPARE(decodedTargets(unknown), TargetList{codeStart + 0x106});
        const auto arm = targetCode(EM_AARCH64, {0x40, 0x00, 0x00, 0x94}); // bl +0x100
        QCOMPARE(decodedTargets(arm), TargetList{codeStart + 0x100});
    }
    /// Instructions of another length than their opcodes suggest, each with a return behind it.
    void rareInstructionsAreCapstones_data() {
        QTest::addColumn<FunctionCode>("code");
        const auto row = [](const char* name, std::initializer_list<int> bytes) {
            QTest::newRow(name) << targetCode(EM_X86_64, bytes);
        };
        row("vprotb, XOP", {0x8f, 0xe8, 0x78, 0xc0, 0xc1, 0x05, 0xc3});
        row("vpmacswd, XOP", {0x8f, 0xa8, 0xe0, 0x96, 0x05, 0x10, 0x00, 0x00, 0x00, 0x10, 0xc3});
        row("extrq", {0x66, 0x0f, 0x78, 0xc0, 0x01, 0x02, 0xc3});
        row("insertq", {0xf2, 0x0f, 0x78, 0xc1, 0x01, 0x02, 0xc3});
        row("short call", {0x66, 0xe8, 0x10, 0x00, 0xc3});
        row("short jump", {0x66, 0xe9, 0x10, 0x00, 0xc3});
        row("short branch", {0x66, 0x0f, 0x84, 0x10, 0x00, 0xc3});
        row("wide call", {0x66, 0x66, 0x48, 0xe8, 0x10, 0x01, 0x00, 0x00, 0xc3});
        row("xbegin", {0xc7, 0xf8, 0x10, 0x01, 0x00, 0x00, 0xc3});
        row("pop", {0x8f, 0x04, 0x24, 0xc3});
    }
    void rareInstructionsAreCapstones() {
        QFETCH(FunctionCode, code);
        QCOMPARE(decodedStarts(code), disassembledStarts(code));
        QCOMPARE(decodedTargets(code), disassembledTargets(code));
    }
    void thoseOfALibraryAreCapstones() {
        Dl_info library;
        QVERIFY(::dladdr(reinterpret_cast<const void*>(&std::malloc), &library) != 0);
        const auto file = openToRead(library.dli_fname);
        QVERIFY(file.has_value());
        auto symbols = ModuleSymbols::create(file->get());
        QVERIFY(symbols.has_value());
        if (symbols->machine() != EM_X86_64) QSKIP("the decoder is for x86-64");
        const auto inMemory = reinterpret_cast<std::uint64_t>(library.dli_saddr);
        const auto base = reinterpret_cast<std::uint64_t>(library.dli_fbase);
        std::set<std::uint64_t> seen;
        std::size_t functions = 0, targets = 0;
        QStringList different;
        const auto middle = inMemory - base;
        for (auto address = middle - std::min<std::uint64_t>(middle, 0x40000); address < middle + 0x60000;
             address += 64) {
            const auto code = readFunctionCode(*symbols, address);
            if (!code || !seen.insert(code->start()).second) continue;
            // Capstone does not know some instructions, and what it finds behind them is left to chance.
            const auto instructions = disassemble(*code);
            QVERIFY(instructions.has_value());
            const auto data = std::ranges::find(*instructions, InstructionKind::Data, &Instruction::kind);
            if (data != instructions->end()) continue;
            const auto expected = disassembledTargets(*code);
            ++functions;
            targets += expected.size();
            if (decodedTargets(*code) != expected || decodedStarts(*code) != disassembledStarts(*code))
                different << QString::number(code->start(), 16);
        }
        QVERIFY(functions > 300);
        QVERIFY(targets > 3000);
        QVERIFY2(different.isEmpty(), qPrintable(different.join(' ')));
    }
};

QTEST_GUILESS_MAIN(DecodedCodeTest)
#include "decoded_code_test.moc"
