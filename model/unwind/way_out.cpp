#include "model/unwind/way_out.h"

namespace candela {

namespace {

constexpr std::int64_t wordBytes = 8;
constexpr std::int64_t largestMove = 1 << 24;

} // namespace

bool WayOut::apply(const X86Instruction& instruction) {
    using enum StackEffect;
    switch (instruction.effect) {
    case Push:
        m_moved += wordBytes;
        break;
    case Pop:
        m_moved -= wordBytes;
        break;
    case PushFrame:
        m_isFrameTouched = true;
        m_moved += wordBytes;
        break;
    case PopFrame:
        if (!m_isFrameTouched) m_frameRestored = m_moved;
        m_isFrameTouched = true;
        m_moved -= wordBytes;
        break;
    case Add:
        m_moved -= instruction.value;
        break;
    case SetFrame:
    case StoreFrame:
    case ClearFrame:
        m_isFrameTouched = true;
        break;
    case StackFromFrame:
        if (m_isFrameTouched) return false;
        m_base = Base::Frame;
        m_moved = -std::int64_t{instruction.value};
        break;
    case Leave:
        if (m_isFrameTouched) return false;
        m_base = Base::Frame;
        m_frameRestored = 0;
        m_isFrameTouched = true;
        m_moved = -wordBytes;
        break;
    case Unpredictable:
        return false;
    default:
        break;
    }
    return m_moved >= -largestMove && m_moved <= largestMove;
}

std::optional<CodeFrame> WayOut::behindLeave() const {
    constexpr auto usual = 2 * std::int32_t{wordBytes};
    if (m_base != Base::Frame || m_frameRestored != 0) return std::nullopt;
    return CodeFrame{CodeFrame::unknown, usual, usual, false};
}

std::optional<CodeFrame> WayOut::beforeKnown(const CodeFrame& known) const {
    if (known.isStart) return CodeFrame::ofStart();
    auto frame = before(known);
    if (!frame || m_isFrameTouched) return frame;
    if (m_base == Base::Stack) frame->frame = known.frame;
    frame->saved = known.saved;
    return frame;
}

std::optional<CodeFrame> WayOut::before(const CodeFrame& end) const {
    if (end.depth == CodeFrame::unknown) return std::nullopt;
    const auto base = end.depth - m_moved;
    if (base < wordBytes || base > largestMove) return std::nullopt;
    CodeFrame frame;
    (m_base == Base::Stack ? frame.depth : frame.frame) = static_cast<std::int32_t>(base);
    if (m_frameRestored) {
        const auto saved = base + *m_frameRestored;
        if (saved > wordBytes && saved <= largestMove) frame.saved = static_cast<std::int32_t>(saved);
    }
    return frame;
}

} // namespace candela
