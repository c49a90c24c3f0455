/// Unwind rows for code with missing or wrong unwind information, made by following its instructions.
/// Instructions are followed forwards from the beginnings of functions. Code that this does not reach
/// (functions that only a pointer leads to, blocks of a jump table) is judged by the path from there to a
/// return, where the stack pointer is at the return address. Code with contradicting ends gets no rows.
#pragma once

#include "model/unwind/instructions/code_frame.h"
#include "model/unwind/instructions/exit_path.h"
#include "model/unwind/instructions/unwind_rows.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace candela {

/// Where functions are known to begin: offsets of the code's first byte.
struct CodeEntries {
    std::vector<std::uint32_t> functions; ///< sorted
    std::vector<std::uint32_t> starts;    ///< sorted; nothing calls these functions
};

class FollowedCode {
public:
    /// Decoding needs ten times the code's size in memory, forty times if each byte is an instruction.
    static constexpr std::size_t maximumCodeSize = 1 << 20;

    FollowedCode() = default;
    FollowedCode(std::span<const std::byte> code, const CodeEntries& entries) { read(code, entries); }
    FollowedCode(const FollowedCode&) = delete;
    FollowedCode& operator=(const FollowedCode&) = delete;

    /// Starts again with this code and reuses the
    /// memory. Decodes at most maximumCodeSize bytes.
    void read(std::span<const std::byte> code, const CodeEntries& entries);
    /// Follows all of the code.
    void followAll();
    /// Sets the frame of code outside of this code, at that distance from this code's first byte.
    using FindOutside = std::function<std::optional<CodeFrame>(std::int64_t)>;
    /// Follows everything that can be reached from the first instruction, which is known to run. `somewhere`
    /// is the frame at targets of indirect jumps, if it is known.
    void followFirst(const FindOutside& findOutside = {}, const std::optional<CodeFrame>& somewhere = {});
    /// The frame at the first instruction; none if it is not known.
    std::optional<CodeFrame> firstFrame() const;
    /// Calls `onStep` with the offset, the instruction and the frame before it, for each instruction whose
    /// frame is known.
    template<typename OnStep>
    void forEachKnown(const OnStep& onStep) const {
        for (const auto& step : m_steps) {
            if (step.isKnown) onStep(step.offset, step.instruction, step.frame);
        }
    }
    /// Adds rows for code whose frame is known, and an end before other code; `pc` is that of the code's
    /// first byte.
    void addRows(std::uint32_t pc, UnwindRows& rows) const;

private:
    struct Step {
        std::uint32_t offset = 0;
        X86Instruction instruction;
        bool isEntry = false;
        bool isKnown = false;
        CodeFrame frame; // before it
    };
    struct Target {
        std::size_t step = 0;
        CodeFrame frame;
    };
    struct PendingBranch {
        std::size_t step = 0;
        ExitPath frame;
    };

    void decode(std::span<const std::byte> code, const CodeEntries& entries);
    void addEntry(std::uint32_t offset, const CodeFrame& frame);
    void addCalledFunctions();
    std::size_t stepAt(std::int64_t offset) const;
    static std::int64_t targetOffset(const Step& step);
    std::size_t targetOf(const Step& step) const;
    void follow(std::size_t step, const CodeFrame& frame);
    void followRun(std::size_t index, CodeFrame frame);
    bool isPlausibleAt(std::size_t step, const CodeFrame& frame);
    bool isCopyUsedBehind(std::size_t step, const CodeFrame& frame);
    void judge(std::size_t step);
    std::optional<CodeFrame> frameFromExitPath(std::size_t step);

    std::vector<Step> m_steps;
    std::vector<Target> m_pending;
    std::vector<std::size_t> m_trail;  // steps of the current run, after its last call
    std::size_t m_budget = 0;          // steps that may still be taken
    std::vector<std::uint32_t> m_seen; // for each step: the last search that passed it
    std::uint32_t m_search = 0;
    std::uint32_t m_end = 0;
    FindOutside m_findOutside;
    std::optional<CodeFrame> m_somewhere;
};

} // namespace candela
