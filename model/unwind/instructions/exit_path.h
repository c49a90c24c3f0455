/// The path from an instruction, before which the frame is not known, to the return of its function. The
/// changes of the stack pointer on the path determine the frame where it begins.
#pragma once

#include "model/unwind/instructions/code_frame.h"

#include <cstdint>
#include <optional>

namespace candela {

class ExitPath {
public:
    /// Adds one more instruction; false if it makes the stack pointer something that is not tracked.
    bool apply(const X86Instruction& instruction);
    /// The frame at the beginning of the path, if it ends at a return.
    std::optional<CodeFrame> beforeReturn() const { return before(CodeFrame::ofFunction()); }
    /// The same if it ends with something that is not tracked. Known only after `leave`, which shows that rbp
    /// was a frame pointer.
    std::optional<CodeFrame> behindLeave() const;
    /// The same if it ends at an instruction whose frame is known.
    std::optional<CodeFrame> beforeKnown(const CodeFrame& known) const;

private:
    std::optional<CodeFrame> before(const CodeFrame& end) const;

    /// The base of the stack pointer's distance.
    enum class Base : std::uint8_t {
        Stack,  // the stack pointer at the beginning of the path
        Frame,  // where rbp points
        Copy,   // where register m_copyRegister points
        Nothing // nothing: the stack pointer was aligned, for example; it is known again when it is set
    };
    Base m_base = Base::Stack;
    std::uint8_t m_copyRegister = 0;
    std::int64_t m_moved = 0;                    // how much deeper than the base the stack pointer is
    std::optional<std::int64_t> m_frameRestored; // m_moved at the last pop or load of rbp
    bool m_isFrameLoaded = false;                // the first change of rbp was a load
    bool m_isFrameTouched = false;               // rbp was pushed, popped or set
    struct Copy {
        std::int64_t moved = 0;
        std::uint8_t reg = 0;
    };
    std::optional<Copy> m_copy; // a copy of the stack pointer that was made on the path
};

} // namespace candela
