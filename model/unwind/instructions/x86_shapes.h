/// The operand bytes after each opcode of x86-64, from the opcode maps of its manuals (Intel SDM, volume 2,
/// appendix A).
#pragma once

#include <array>
#include <cstdint>

namespace candela {

/// The bytes that follow an opcode.
enum class X86Shape : std::uint8_t {
    Invalid,
    Plain,
    Byte,         // imm8 or rel8
    Word,         // imm16
    Full,         // imm32, or imm16 with a 66 prefix
    Relative,     // rel32
    Register,     // imm32, or imm64 with REX.W
    Address,      // an address of 8 bytes
    Enter,        // imm16 and imm8
    Operands,     // a ModRM byte and the bytes that it requires
    OperandsByte, // the operands and imm8
    OperandsFull, // the operands and imm32
    TestByte,     // imm8 for only some operations of ModRM
    TestFull,     // the same with imm32
};

using X86Shapes = std::array<X86Shape, 256>;

constexpr void setX86Shapes(X86Shapes& shapes, unsigned first, unsigned last, X86Shape shape) {
    for (unsigned opcode = first; opcode <= last; ++opcode)
        shapes[opcode] = shape;
}

constexpr X86Shapes makeOneByteShapes() {
    X86Shapes shapes{};
    for (unsigned row = 0; row < 0x40; row += 8) { // the operations add, or, adc, sbb, and, sub, xor, cmp
        setX86Shapes(shapes, row, row + 3, X86Shape::Operands);
        shapes[row + 4] = X86Shape::Byte;
        shapes[row + 5] = X86Shape::Full;
    }
    setX86Shapes(shapes, 0x50, 0x5f, X86Shape::Plain);
    shapes[0x63] = X86Shape::Operands;
    shapes[0x68] = X86Shape::Full;
    shapes[0x69] = X86Shape::OperandsFull;
    shapes[0x6a] = X86Shape::Byte;
    shapes[0x6b] = X86Shape::OperandsByte;
    setX86Shapes(shapes, 0x6c, 0x6f, X86Shape::Plain);
    setX86Shapes(shapes, 0x70, 0x7f, X86Shape::Byte);
    shapes[0x80] = X86Shape::OperandsByte;
    shapes[0x81] = X86Shape::OperandsFull;
    shapes[0x83] = X86Shape::OperandsByte;
    setX86Shapes(shapes, 0x84, 0x8f, X86Shape::Operands);
    setX86Shapes(shapes, 0x90, 0x99, X86Shape::Plain);
    setX86Shapes(shapes, 0x9b, 0x9f, X86Shape::Plain);
    setX86Shapes(shapes, 0xa0, 0xa3, X86Shape::Address);
    setX86Shapes(shapes, 0xa4, 0xa7, X86Shape::Plain);
    shapes[0xa8] = X86Shape::Byte;
    shapes[0xa9] = X86Shape::Full;
    setX86Shapes(shapes, 0xaa, 0xaf, X86Shape::Plain);
    setX86Shapes(shapes, 0xb0, 0xb7, X86Shape::Byte);
    setX86Shapes(shapes, 0xb8, 0xbf, X86Shape::Register);
    setX86Shapes(shapes, 0xc0, 0xc1, X86Shape::OperandsByte);
    shapes[0xc2] = X86Shape::Word;
    shapes[0xc3] = X86Shape::Plain;
    shapes[0xc6] = X86Shape::OperandsByte;
    shapes[0xc7] = X86Shape::OperandsFull;
    shapes[0xc8] = X86Shape::Enter;
    shapes[0xc9] = X86Shape::Plain;
    shapes[0xcc] = X86Shape::Plain;
    shapes[0xcd] = X86Shape::Byte;
    setX86Shapes(shapes, 0xd0, 0xd3, X86Shape::Operands);
    shapes[0xd7] = X86Shape::Plain;
    setX86Shapes(shapes, 0xd8, 0xdf, X86Shape::Operands);
    setX86Shapes(shapes, 0xe0, 0xe7, X86Shape::Byte);
    setX86Shapes(shapes, 0xe8, 0xe9, X86Shape::Relative);
    shapes[0xeb] = X86Shape::Byte;
    setX86Shapes(shapes, 0xec, 0xef, X86Shape::Plain);
    shapes[0xf1] = X86Shape::Plain;
    setX86Shapes(shapes, 0xf4, 0xf5, X86Shape::Plain);
    shapes[0xf6] = X86Shape::TestByte;
    shapes[0xf7] = X86Shape::TestFull;
    setX86Shapes(shapes, 0xf8, 0xfd, X86Shape::Plain);
    setX86Shapes(shapes, 0xfe, 0xff, X86Shape::Operands);
    return shapes;
}

/// Opcodes after 0F. With VEX and EVEX prefixes, the same operations have the same operand bytes.
constexpr X86Shapes makeTwoByteShapes() {
    X86Shapes shapes{};
    setX86Shapes(shapes, 0x00, 0xff, X86Shape::Operands);
    for (const unsigned opcode :
         {0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa})
        shapes[opcode] = X86Shape::Plain;
    for (const unsigned opcode :
         {0x04, 0x0a, 0x0c, 0x24, 0x25, 0x26, 0x27, 0x36, 0x39, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f})
        shapes[opcode] = X86Shape::Invalid;
    setX86Shapes(shapes, 0x30, 0x35, X86Shape::Plain);
    shapes[0x37] = X86Shape::Plain;
    setX86Shapes(shapes, 0x70, 0x73, X86Shape::OperandsByte);
    setX86Shapes(shapes, 0x80, 0x8f, X86Shape::Relative);
    setX86Shapes(shapes, 0xc8, 0xcf, X86Shape::Plain);
    for (const unsigned opcode : {0x0f, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6})
        shapes[opcode] = X86Shape::OperandsByte;
    return shapes;
}

inline constexpr X86Shapes x86OneByteShapes = makeOneByteShapes();
inline constexpr X86Shapes x86TwoByteShapes = makeTwoByteShapes();

} // namespace candela
