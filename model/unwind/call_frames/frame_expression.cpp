#include "model/unwind/call_frames/frame_expression.h"

#include "model/base/leb128.h"
#include "model/unwind/call_frames/call_frame_program.h"

#include <algorithm>
#include <array>

namespace candela {

namespace {

// DWARF 5, section 7.7.1.
constexpr std::uint8_t opDeref = 0x06;
constexpr std::uint8_t opMultiply = 0x1E;
constexpr std::uint8_t opPlus = 0x22;
constexpr std::uint8_t opPlusConstant = 0x23;
constexpr std::uint8_t opLiteral0 = 0x30;
constexpr std::uint8_t opBaseRegister0 = 0x70;
constexpr std::uint8_t opBaseRegister31 = 0x8F;

/// breg7 8, breg16 0, lit15, and, litN, ge, lit3, shl, plus: linkers write this for x86-64 PLT sections. The
/// byte of litN is zero here.
constexpr std::array<std::uint8_t, 11> linkageShape{0x77, 0x08, 0x80, 0x00, 0x3F, 0x1A,
                                                    0x00, 0x2A, 0x33, 0x24, 0x22};
constexpr std::size_t linkageLimitIndex = 6;

bool isLinkage(std::span<const std::byte> bytes) {
    if (bytes.size() != linkageShape.size()) return false;
    for (std::size_t index = 0; index < bytes.size(); ++index) {
        if (index != linkageLimitIndex && std::to_integer<std::uint8_t>(bytes[index]) != linkageShape[index])
            return false;
    }
    const auto limit = std::to_integer<std::uint8_t>(bytes[linkageLimitIndex]);
    return limit >= opLiteral0 && limit < opLiteral0 + 16;
}

/// bregN OFFSET.
FrameExpression readRegister(ByteReader& reader) {
    const auto code = reader.read<std::uint8_t>();
    if (reader.failed() || code < opBaseRegister0 || code > opBaseRegister31) return {};
    return {FrameExpression::Kind::RegisterPlus, std::uint64_t{code} - opBaseRegister0, readSignedLeb(reader),
            0, 0};
}

/// The rest of the expression after a register that counts words: 0, lit8, mul, plus. OpenSSL's bn_mul_mont
/// keeps its caller's stack pointer after an array of words on the stack.
bool readIndex(ByteReader& reader) {
    return readSignedLeb(reader) == 0 && reader.read<std::uint8_t>() == opLiteral0 + 8 &&
           reader.read<std::uint8_t>() == opMultiply && reader.read<std::uint8_t>() == opPlus;
}

} // namespace

FrameExpression frameExpression(std::span<const std::byte> bytes, const UnwindMachine& machine) {
    using Kind = FrameExpression::Kind;
    if (isLinkage(bytes))
        return {Kind::ProcedureLinkage, machine.stackPointer,
                std::to_integer<std::uint8_t>(bytes[linkageLimitIndex]) - opLiteral0, 0, 0};
    ByteReader reader(bytes);
    auto expression = readRegister(reader);
    bool isIndexed = false;
    while (!reader.atEnd()) {
        const auto code = reader.read<std::uint8_t>();
        if (code == opPlusConstant && expression.kind == Kind::RegisterPlus)
            expression.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(expression.offset) +
                                                          readUnsignedLeb(reader));
        else if (code == opPlusConstant)
            expression.addend += readUnsignedLeb(reader);
        else if (code == opDeref && expression.kind == Kind::RegisterPlus)
            expression.kind = isIndexed ? Kind::WordAtIndex : Kind::WordAt;
        else if (code >= opBaseRegister0 && code <= opBaseRegister31 && !isIndexed &&
                 expression.kind == Kind::RegisterPlus && readIndex(reader)) {
            isIndexed = true;
            expression.index = std::uint64_t{code} - opBaseRegister0;
        } else {
            return {};
        }
    }
    const bool isWhole = !isIndexed || expression.kind == Kind::WordAtIndex;
    return reader.failed() || !isWhole ? FrameExpression{} : expression;
}

} // namespace candela
