/// The length and the stack effect of x86-64 instructions; lengths in a whole library compared with capstone.
#include "model/unwind/instructions/x86_instruction.h"

#include "model/base/file.h"
#include "model/symbols/elf/elf_file.h"

#include <QTest>

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>

using namespace candela;

namespace {

std::optional<X86Instruction> decode(const QByteArray& hex) {
    const auto bytes = QByteArray::fromHex(hex);
    return decodeX86(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
}

/// The code of the C library: the segments that its headers mark as executable.
std::span<const std::byte> codeOf(const MappedFile& file) {
    Elf64_Ehdr header;
    std::memcpy(&header, file.bytes().data(), sizeof header);
    for (int row = 0; row < header.e_phnum; ++row) {
        Elf64_Phdr part;
        std::memcpy(&part, file.bytes().data() + header.e_phoff + static_cast<std::size_t>(row) * sizeof part,
                    sizeof part);
        if (part.p_type == PT_LOAD && (part.p_flags & PF_X))
            return file.bytes().subspan(part.p_offset, part.p_filesz);
    }
    return {};
}

} // namespace

class X86InstructionTest : public QObject {
    Q_OBJECT

private slots:
    void theStackEffectIsWhatTheInstructionDoes_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("effect");
        QTest::addColumn<int>("value");
        using enum StackEffect;
        const auto row = [](const char* name, const char* bytes, StackEffect effect, int value = 0) {
            QTest::addRow("%s", name) << QByteArray(bytes) << static_cast<int>(effect) << value;
        };
        row("mov [rsp-0x14000],eax", "89842400c0feff", None);
        row("push rbp", "55", PushFrame);
        row("push r13", "4155", Push);
        row("push rax", "50", Push);
        row("push imm32", "6878563412", Push);
        row("push [rbx]", "ff33", Push);
        row("pop rbp", "5d", PopFrame);
        row("pop r13", "415d", Pop);
        row("pop rsp", "5c", Unpredictable);
        row("pop r12", "415c", Pop);
        row("sub rsp,0x20", "4883ec20", Add, -0x20);
        row("sub rsp,0x1000", "4881ec00100000", Add, -0x1000);
        row("add rsp,0x20", "4883c420", Add, 0x20);
        row("add rsp,-8", "4883c4f8", Add, -8);
        row("add r12,0x20", "4983c420", None);
        row("and rsp,-16", "4883e4f0", Unpredictable);
        row("cmp rsp,[r15+0x338]", "493ba738030000", None);
        row("cmp rsp,8", "4883fc08", None);
        row("add rsp,rax", "4801c4", Unpredictable);
        row("add rsp,[rax]", "480320", Unpredictable);
        row("mov rbp,rsp", "488bec", SetFrame);
        row("mov rbp,rsp, the other way", "4889e5", SetFrame);
        row("mov rsp,rbp", "488be5", StackFromFrame);
        row("mov rsp,rbp, the other way", "4889ec", StackFromFrame);
        row("mov rsp,r13", "4c89ec", StackFromCopy);
        row("mov r13,rsp", "4c8bec", CopyStack);
        row("mov rsp,[rsp+8]", "488b642408", Unpredictable);
        row("xchg rsp,rcx", "4887e1", Unpredictable);
        row("mov [rsp+0x10],rbp", "48896c2410", StoreFrame, 0x10);
        row("mov [rsp],rbp", "48892c24", StoreFrame, 0);
        row("mov [rsp+rax],rbp", "48892c04", None);
        row("mov rbp,[rsp+0x10]", "488b6c2410", LoadFrame, 0x10);
        row("lea rsp,[rsp+0x18]", "488d642418", Add, 0x18);
        row("lea rsp,[rbp-0x18]", "488d65e8", StackFromFrame, -0x18);
        row("lea rsp,[r13-0x18]", "498d65e8", Unpredictable);
        row("lea rsp,[rsp+rax]", "488d2404", Unpredictable);
        row("lea rbp,[rsp+0x10]", "488d6c2410", SetFrame, 0x10);
        row("lea rbp,[rax+0x10]", "488d6810", None);
        row("xor ebp,ebp", "31ed", ClearFrame);
        row("xor rbp,rbp", "4831ed", ClearFrame);
        row("xor r13d,r13d", "4531ed", None);
        row("xor ebp,eax", "31c5", None);
        row("leave", "c9", Leave);
        row("ret", "c3", Return);
        row("ret 8", "c20800", Return);
        row("jmp", "e9fbffffff", Jump, -5);
        row("jmp short", "eb10", Jump, 16);
        row("jmp rax", "ffe0", JumpSomewhere);
        row("call rax", "ffd0", CallSomewhere);
        row("call", "e810000000", Call, 16);
        row("ja", "0f8710000000", Branch, 16);
        row("je short", "7405", Branch, 5);
        row("hlt", "f4", Trap);
        row("ud2", "0f0b", Trap);
        row("vzeroupper", "c5f877", None);
    }
    void theStackEffectIsWhatTheInstructionDoes() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, effect);
        QFETCH(int, value);
        const auto instruction = decode(bytes);
        QVERIFY(instruction.has_value());
        QCOMPARE(static_cast<int>(instruction->length), bytes.size() / 2);
        QCOMPARE(static_cast<int>(instruction->effect), effect);
        QCOMPARE(instruction->value, value);
    }

    void theRegisterWithTheStackPointerHasItsDwarfNumber() {
        QCOMPARE(decode("4c89ec")->reg, 13); // mov rsp,r13
        QCOMPARE(decode("488be2")->reg, 1);  // mov rsp,rdx, in its other encoding
        QCOMPARE(decode("4989e5")->reg, 13); // mov r13,rsp
        QCOMPARE(decode("4889e1")->reg, 2);  // mov rcx,rsp
        QCOMPARE(decode("488bfc")->reg, 5);  // mov rdi,rsp, in its other encoding
    }

    void anIncompleteInstructionIsNotDecoded() {
        const auto whole = QByteArray::fromHex("c4e37d18f001488b842400010000");
        const auto bytes = std::as_bytes(std::span(whole.data(), static_cast<std::size_t>(whole.size())));
        QCOMPARE(int(decodeX86(bytes)->length), 6);
        for (std::size_t size = 0; size < 6; ++size)
            QVERIFY(!decodeX86(bytes.first(size)));
        for (std::size_t size = 6; size < bytes.size(); ++size)
            QVERIFY(!decodeX86(bytes.subspan(6, size - 6)));
        QVERIFY(!decode("66666666666666666666666666666666")); // longer than any instruction
        QVERIFY(!decode("06"));                               // does not exist in 64-bit programs
    }

    void lengthsAreThoseThatCapstoneSees_data() {
        QTest::addColumn<QString>("path");
        for (const auto* function :
             {reinterpret_cast<const void*>(&::malloc), reinterpret_cast<const void*>(&::cs_open)}) {
            Dl_info library;
            if (::dladdr(function, &library) != 0)
                QTest::addRow("%s", library.dli_fname) << QString(library.dli_fname);
        }
    }
    void lengthsAreThoseThatCapstoneSees() {
        QFETCH(QString, path);
        const auto descriptor = openToRead(path.toStdString());
        QVERIFY(descriptor.has_value());
        const auto file = MappedFile::map(descriptor->get());
        QVERIFY(file.has_value());
        const auto code = codeOf(*file);
        QVERIFY(code.size() > 100'000);
        csh capstone;
        QCOMPARE(cs_open(CS_ARCH_X86, CS_MODE_64, &capstone), CS_ERR_OK);
        auto* instruction = cs_malloc(capstone);
        const auto* next = reinterpret_cast<const std::uint8_t*>(code.data());
        std::size_t left = code.size();
        std::uint64_t address = 0;
        int seen = 0;
        QStringList wrong;
        while (left > 0 && seen < 400'000) {
            const auto* before = next;
            const auto leftBefore = left;
            if (!cs_disasm_iter(capstone, &next, &left, &address, instruction)) {
                ++next; // data between functions
                --left;
                ++address;
                continue;
            }
            ++seen;
            const auto ours = decodeX86(std::as_bytes(std::span(before, leftBefore)));
            if (!ours || ours->length != instruction->size)
                wrong << QString("%1 %2: %3")
                             .arg(instruction->mnemonic, instruction->op_str)
                             .arg(ours ? int(ours->length) : -1);
        }
        cs_free(instruction, 1);
        cs_close(&capstone);
        QVERIFY(seen > 50'000);
        // Bytes between functions may look like instructions that only old processors have.
        QVERIFY2(wrong.size() * 5000 < seen, qPrintable(wrong.join("\n").left(4000)));
    }
};

QTEST_GUILESS_MAIN(X86InstructionTest)
#include "x86_instruction_test.moc"
