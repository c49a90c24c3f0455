#include "model/unwind/instructions/exit_path.h"

namespace candela {

namespace {

constexpr std::int64_t maximumMove = 1 << 24;

} // namespace

bool ExitPath::apply(const X86Instruction& instruction) {
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
        if (m_base == Base::Nothing) return false;
        if (!m_isFrameTouched || m_isFrameLoaded) m_frameRestored = m_moved;
        m_isFrameTouched = true;
        m_moved -= wordBytes;
        break;
    case Add:
        m_moved -= instruction.value;
        break;
    case LoadFrame:
        // The last load before a return restores rbp; earlier ones load data of the function.
        if (!m_isFrameTouched) m_isFrameLoaded = true;
        if (m_isFrameLoaded && m_base != Base::Nothing) m_frameRestored = m_moved - instruction.value;
        m_isFrameTouched = true;
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
    case CopyStack:
        m_copy.reset();
        if (m_base == Base::Stack) m_copy = {m_moved, instruction.reg};
        break;
    case StackFromCopy:
        if (m_copy && m_copy->reg == instruction.reg) {
            m_base = Base::Stack;
            m_moved = m_copy->moved;
            break;
        }
        if (m_isFrameTouched) return false;
        m_base = Base::Copy;
        m_copyRegister = instruction.reg;
        m_moved = 0;
        break;
    case Unpredictable:
        if (m_isFrameTouched) return false;
        m_base = Base::Nothing;
        break;
    default:
        break;
    }
    return m_moved >= -maximumMove && m_moved <= maximumMove;
}

std::optional<CodeFrame> ExitPath::behindLeave() const {
    constexpr auto depth = 2 * std::int32_t{wordBytes};
    if (m_base != Base::Frame || m_frameRestored != 0) return std::nullopt;
    return CodeFrame{CodeFrame::unknown, depth, depth, false};
}

std::optional<CodeFrame> ExitPath::beforeKnown(const CodeFrame& known) const {
    if (known.isStart) return CodeFrame::ofStart();
    auto frame = before(known);
    if (!frame || m_isFrameTouched) return frame;
    if (m_base == Base::Stack) frame->frame = known.frame;
    frame->saved = known.saved;
    return frame;
}

std::optional<CodeFrame> ExitPath::before(const CodeFrame& end) const {
    if (end.depth == CodeFrame::unknown || m_base == Base::Nothing) return std::nullopt;
    const auto base = end.depth - m_moved;
    if (base < wordBytes || base > maximumMove) return std::nullopt;
    CodeFrame frame;
    (m_base == Base::Stack   ? frame.depth
     : m_base == Base::Frame ? frame.frame
                             : frame.copy) = static_cast<std::int32_t>(base);
    frame.copyRegister = m_copyRegister;
    if (m_frameRestored) {
        const auto saved = base + *m_frameRestored;
        if (saved > wordBytes && saved <= maximumMove) frame.saved = static_cast<std::int32_t>(saved);
    }
    return frame;
}

} // namespace candela
