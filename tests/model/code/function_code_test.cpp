/// The code of functions, compared with nm, objdump and addr2line.
#include <QTest>

#include "model/base/file.h"
#include "model/code/disassembly.h"
#include "model/symbols/lookup/module_symbols.h"
#include "tests/model/symbols/reference_tools.h"

#include <QTemporaryDir>

#include <array>
#include <elf.h>
#include <map>

using namespace candela;

namespace {

const QString sources = FIXTURES "/symbols/";

struct PrintedInstruction {
    QString bytes;
    QString mnemonic;
    QString operands;
};

/// The output of objdump for the program's code, by address.
std::map<std::uint64_t, PrintedInstruction> disassembledByObjdump(const QString& program) {
    static const QRegularExpression row("^\\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\\s*\t(\\S+) *(.*)$");
    static const QRegularExpression prefix("^(bnd|notrack|rep|repz|repnz|cs|ds|data16|lock|rex\\S*)$");
    std::map<std::uint64_t, PrintedInstruction> instructions;
    for (const auto& line : run("objdump", {"-dw", "-M", "intel", program}).split('\n')) {
        const auto match = row.match(line);
        if (!match.hasMatch()) continue;
        PrintedInstruction instruction{match.captured(2).remove(' '), match.captured(3), match.captured(4)};
        while (prefix.match(instruction.mnemonic).hasMatch()) {
            instruction.mnemonic = instruction.operands.section(' ', 0, 0);
            instruction.operands = instruction.operands.section(' ', 1).trimmed();
        }
        instructions.emplace(match.captured(1).toULongLong(nullptr, 16), instruction);
    }
    return instructions;
}

std::string expectedKind(const PrintedInstruction& instruction) {
    const auto& mnemonic = instruction.mnemonic;
    if (mnemonic == "call") return "call";
    if (mnemonic == "ret") return "return";
    if (mnemonic == "jmp") return "jump";
    return mnemonic.startsWith('j') ? "branch" : "other";
}

QString hexadecimal(std::span<const std::byte> bytes) {
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())).toHex();
}

} // namespace

class FunctionCodeTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_program;

    static ModuleSymbols open(const QString& file) {
        return std::move(*ModuleSymbols::create(openToRead(file.toStdString())->get()));
    }
    QString build(const QString& name, const QStringList& options) {
        const auto program = m_folder.filePath(name);
        const auto object = program + ".o";
        run("gcc", QStringList{"-c", sources + "plain.c", "-o", object} + options);
        run("g++", QStringList{sources + "program.cpp", object, "-o", program} + options);
        return program;
    }

private slots:
    void initTestCase() {
        for (const QString tool : {"addr2line", "nm", "objdump", "objcopy", "g++"}) {
            if (!isThere(tool))
                QSKIP(qPrintable(tool + " is not installed, so there is nothing to compare with"));
        }
        m_program = build("program", {"-O2", "-g", "-gdwarf-4"});
    }
    void everyFunctionHasTheBytesAndInstructionsThatObjdumpPrints() {
        auto symbols = open(m_program);
        const auto printed = disassembledByObjdump(m_program);
        std::size_t functions = 0, calls = 0, targets = 0;
        for (const auto& symbol : symbolRanges(m_program, {})) {
            const auto code = readFunctionCode(symbols, symbol.start);
            QVERIFY2(code, qPrintable(symbol.name));
            QVERIFY(code->covers(symbol.start));
            QVERIFY2(code->covers(symbol.start + symbol.size - 1), qPrintable(symbol.name));
            QCOMPARE(code->machine, std::uint16_t(EM_X86_64));
            const auto instructions = disassemble(*code);
            QVERIFY(instructions);
            auto next = code->start();
            for (const auto& instruction : *instructions) {
                const auto theirs = printed.find(instruction.address);
                QVERIFY2(theirs != printed.end(), qPrintable(symbol.name));
                const auto where = QString::number(instruction.address, 16) + " " + theirs->second.mnemonic;
                QVERIFY2(hexadecimal(bytesOf(*code, instruction)) == theirs->second.bytes, qPrintable(where));
                QVERIFY2(instructionKindName(instruction.kind) == expectedKind(theirs->second),
                         qPrintable(where));
                calls += instruction.kind == InstructionKind::Call;
                if (instruction.target) {
                    const auto address = theirs->second.operands.section(' ', 0, 0).toULongLong(nullptr, 16);
                    QCOMPARE(*instruction.target, std::uint64_t(address));
                    ++targets;
                }
                if (next != instruction.address) // another part
                    QVERIFY(std::ranges::count(code->parts, instruction.address, &CodePart::start) == 1);
                next = instruction.address + instruction.size;
            }
            ++functions;
        }
        QVERIFY(functions > 20);
        QVERIFY(calls > 20);
        QVERIFY(targets > 50);
    }
    void eachInstructionHasTheLinesAndInlinedFunctionsOfAddr2line() {
        auto symbols = open(m_program);
        std::size_t inlined = 0;
        for (const auto& symbol : symbolRanges(m_program, {})) {
            const auto code = readFunctionCode(symbols, symbol.start);
            QVERIFY(code);
            const auto instructions = disassemble(*code);
            QVERIFY(instructions);
            std::vector<std::uint64_t> addresses;
            for (const auto& instruction : *instructions)
                addresses.push_back(instruction.address);
            const auto theirs = askAddr2line(m_program, addresses);
            for (std::size_t row = 0; row < addresses.size(); ++row) {
                const auto ours = printed(code->framesAt(addresses[row]));
                if (ours.empty() || ours[0].source.endsWith(":0"))
                    continue; // addr2line guesses here: see module_symbols_test
                QCOMPARE(ours.size(), theirs[row].size());
                for (std::size_t frame = 0; frame < ours.size(); ++frame)
                    QCOMPARE(ours[frame].source, theirs[row][frame].source);
                inlined += ours.size() > 1;
            }
        }
        QVERIFY(inlined > 100);
    }
    /// Each byte has the frames that a look-up of its address gives.
    void everyByteHasARow() {
        for (const auto& program : {m_program, build("without", {"-O2"}), build("lines", {"-O2", "-g1"})}) {
            auto symbols = open(program);
            for (const auto& symbol : symbolRanges(program, {})) {
                const auto code = readFunctionCode(symbols, symbol.start);
                QVERIFY(code);
                for (const auto& part : code->parts) {
                    for (auto address = part.start; address < part.range().end; ++address)
                        QCOMPARE(code->framesAt(address), symbols.resolve(address));
                }
            }
        }
    }
    void whatTheCompilerMovedAwayIsAPartOfTheFunction() {
        auto symbols = open(m_program);
        const auto ranges = symbolRanges(m_program, {});
        std::size_t found = 0;
        for (const auto& cold : ranges) {
            if (!cold.name.endsWith(".cold")) continue;
            const auto name = cold.name.chopped(5);
            const auto hot = std::ranges::find(ranges, name, &SymbolRange::name);
            QVERIFY2(hot != ranges.end(), qPrintable(name));
            const auto code = readFunctionCode(symbols, cold.start);
            QVERIFY(code);
            QVERIFY(code->parts.size() >= 2);
            QVERIFY(code->covers(hot->start) && code->covers(cold.start));
            ++found;
        }
        QVERIFY(found > 0);
    }
    void aDebugFileHasNoCode() {
        const auto debugFile = m_folder.filePath("program.debug");
        run("objcopy", {"--only-keep-debug", m_program, debugFile});
        auto symbols = open(debugFile);
        QVERIFY(!symbols.hasCode());
        QVERIFY(open(m_program).hasCode());
        for (const auto& symbol : symbolRanges(m_program, {}))
            QVERIFY(!readFunctionCode(symbols, symbol.start));
    }
    void largeFunctionsAreCutAndMarked() {
        auto symbols = open(m_program);
        for (const auto& symbol : symbolRanges(m_program, {})) {
            if (symbol.size < 40) continue;
            const auto last = symbol.start + symbol.size - 1;
            const auto code = readFunctionCode(symbols, symbol.start, {.bytes = 20, .lines = 2});
            QVERIFY(code);
            QVERIFY(code->isCut);
            QVERIFY(code->lines.size() <= 2);
            QVERIFY(code->covers(symbol.start + 19));
            QVERIFY(!code->covers(last));
        }
    }
    void bytesThatAreNoInstructionAreShownAsData() {
        FunctionCode code;
        code.machine = EM_X86_64;
        const std::vector<std::byte> bytes{std::byte(0x06), std::byte(0xc3),
                                           std::byte(0x0f)}; // none, ret, cut
        code.parts.push_back({0x1000, bytes});
        const auto instructions = disassemble(code);
        QVERIFY(instructions);
        QCOMPARE(instructions->size(), std::size_t(3));
        QCOMPARE((*instructions)[0].text, std::string(".byte 0x06"));
        QVERIFY((*instructions)[0].kind == InstructionKind::Data);
        QVERIFY((*instructions)[1].kind == InstructionKind::Return);
        QVERIFY((*instructions)[2].kind == InstructionKind::Data);
    }
    void arm64IsDisassembledToo() {
        FunctionCode code;
        code.machine = EM_AARCH64;
        // From the Arm Architecture Reference Manual: nop; b +8; b.eq +8; bl +8; cbz x0, +8; ret
        const std::array<std::uint32_t, 6> words{0xd503201f, 0x14000002, 0x54000040,
                                                 0x94000002, 0xb4000040, 0xd65f03c0};
        const auto bytes = std::as_bytes(std::span(words));
        code.parts.push_back({0x1000, {bytes.begin(), bytes.end()}});
        const auto instructions = disassemble(code);
        QVERIFY(instructions);
        QCOMPARE(instructions->size(), words.size());
        using enum InstructionKind;
        const std::array kinds{Other, Jump, Branch, Call, Branch, Return};
        const std::array<std::optional<std::uint64_t>, 6> targets{std::nullopt, 0x100c, 0x1010,
                                                                  0x1014,       0x1018, std::nullopt};
        for (std::size_t row = 0; row < words.size(); ++row) {
            QVERIFY2((*instructions)[row].kind == kinds[row], (*instructions)[row].text.c_str());
            QVERIFY2((*instructions)[row].target == targets[row], (*instructions)[row].text.c_str());
        }
    }
    void anUnknownProcessorIsNamed() {
        FunctionCode code;
        code.machine = EM_S390;
        const auto instructions = disassemble(code);
        QVERIFY(!instructions);
        QCOMPARE(instructions.error().code, ErrorCode::NotPossible);
    }
    void calledFunctionsAreNamed() {
        auto symbols = open(m_program);
        const auto ranges = symbolRanges(m_program, {"-C"});
        std::size_t named = 0;
        bool hasStub = false;
        for (const auto& symbol : ranges) {
            auto code = readFunctionCode(symbols, symbol.start);
            QVERIFY(code);
            nameTargets(*code, disassembledTargets(*code), symbols);
            for (const auto& [address, name] : code->targets) {
                hasStub |= QString::fromStdString(name).endsWith("@plt");
                const auto names = namesAt(ranges, address);
                if (names.isEmpty()) continue;
                const auto own = QString::fromStdString(name);
                // For the linker, a compiler's clone has a suffix.
                const bool isNamed = std::ranges::any_of(names, [&](const QString& linked) {
                    return linked == own || linked.startsWith(own + ".") ||
                           linked.startsWith(own + " [clone");
                });
                QVERIFY2(isNamed, name.c_str());
                ++named;
            }
        }
        QVERIFY(named > 5);
        QVERIFY(hasStub);
    }
    void ofALargeFunctionTheCodeAroundTheAddressesIsRead() {
        auto symbols = open(m_program);
        std::size_t cut = 0;
        for (const auto& symbol : symbolRanges(m_program, {})) {
            const auto whole = readFunctionCode(symbols, symbol.start);
            QVERIFY(whole);
            const auto all = disassemble(*whole);
            QVERIFY(all);
            const auto& instructions = *all;
            const std::array addresses{instructions.back().address, instructions.front().address};
            for (const std::size_t maximumBytes : {40, 150}) {
                const auto code = readCodeAround(symbols, addresses, maximumBytes, disassembledStarts);
                QVERIFY2(code && code->covers(addresses.front()), qPrintable(symbol.name));
                std::size_t size = 0;
                for (const auto& part : code->parts)
                    size += part.bytes.size();
                QVERIFY2(size <= maximumBytes, qPrintable(symbol.name));
                cut += code->isCut;
                const auto left = disassemble(*code);
                QVERIFY(left);
                for (const auto& instruction : *left) {
                    const auto same =
                        std::ranges::find(instructions, instruction.address, &Instruction::address);
                    QVERIFY2(same != instructions.end() && same->size == instruction.size &&
                                 same->text == instruction.text,
                             qPrintable(symbol.name));
                    QVERIFY(code->framesAt(instruction.address) == whole->framesAt(instruction.address));
                }
            }
        }
        QVERIFY(cut > 2);
    }
};

QTEST_GUILESS_MAIN(FunctionCodeTest)
#include "function_code_test.moc"
