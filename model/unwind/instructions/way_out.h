/// The way from an instruction to where its function returns, whose frame is not known: how the stack moves
/// on it determines the frame where it began.
#pragma once

#include "model/unwind/instructions/code_frame.h"

#include <cstdint>
#include <optional>

namespace candela {

class WayOut {
public:
    /// Over one more instruction; false where the stack pointer becomes something that is not followed.
    bool apply(const X86Instruction& instruction);
    /// What held where the way began, if a return stands at its end.
    std::optional<CodeFrame> beforeReturn() const { return before(CodeFrame::ofFunction()); }
    /// The same if it ends with something that is not followed: known if that follows `leave`, because rbp
    /// then points where compilers make it point.
    std::optional<CodeFrame> behindLeave() const;
    /// The same if it ends at an instruction whose frame is known.
    std::optional<CodeFrame> beforeKnown(const CodeFrame& known) const;

private:
    std::optional<CodeFrame> before(const CodeFrame& end) const;

    /// What the stack pointer's distance is measured from.
    enum class Base : std::uint8_t {
        Stack,  // where the stack pointer was at the beginning
        Frame,  // where rbp points
        Copy,   // where the register m_copyRegister points
        Nothing // it was aligned, for example: known again when it is set
    };
    Base m_base = Base::Stack;
    std::uint8_t m_copyRegister = 0;
    std::int64_t m_moved = 0;                    // how much deeper it is than the base
    std::optional<std::int64_t> m_frameRestored; // m_moved where rbp was popped or loaded last
    bool m_isFrameLoaded = false;                // that was the first thing that happened to rbp
    bool m_isFrameTouched = false;               // rbp was pushed, popped or set
    struct Copy {
        std::int64_t moved = 0;
        std::uint8_t reg = 0;
    };
    std::optional<Copy> m_copy; // of the stack pointer, made on the way
};

} // namespace candela
