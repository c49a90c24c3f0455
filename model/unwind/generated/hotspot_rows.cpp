#include "model/unwind/generated/hotspot_rows.h"

#include "model/unwind/instructions/x86_instruction.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace candela {

namespace {

/// The size of return address and saved frame pointer.
constexpr std::int32_t minimumFrameSize = 2 * wordBytes;
constexpr std::int32_t maximumFrameDepth = 1 << 24;
constexpr std::size_t maximumTargets = 4096;
/// The alignment of data between code.
constexpr std::size_t dataBytes = 8;

/// Where the caller's frame begins, relative to the state at one instruction.
struct FrameState {
    std::int32_t depth = wordBytes; // distance from the stack pointer to that of the caller
    bool hasSaved = false;          // rbp is saved below the return address
    bool isByFrame = false;         // rbp points to the saved rbp

    bool operator==(const FrameState&) const = default;
};

unwind_row rowOf(const FrameState& state, std::uint32_t pc) {
    unwind_row row{};
    row.pc = pc;
    row.cfa_rule = state.isByFrame ? UNWIND_CFA_FP : UNWIND_CFA_SP;
    row.cfa_offset = state.isByFrame ? minimumFrameSize : state.depth;
    if (state.isByFrame || (state.hasSaved && state.depth >= minimumFrameSize)) {
        row.fp_rule = UNWIND_FP_CFA;
        row.fp_words = -minimumFrameSize / wordBytes;
    }
    return row;
}

/// An interpreted method's frame has, from rbp downwards: the caller's rbp (with the return address above
/// it), and the caller's stack pointer after the return, above which arguments may be.
unwind_row interpreterRow(std::uint32_t pc) {
    unwind_row row{};
    row.pc = pc;
    row.cfa_rule = UNWIND_CFA_DEREF_FP;
    row.cfa_offset = UNWIND_DEREF(-wordBytes, 0);
    row.fp_rule = UNWIND_FP_DEREF;
    row.ra_rule = UNWIND_RA_FP;
    return row;
}

/// Tracks the stack pointer through a blob's instructions, in the order of their addresses.
class FrameFollower {
public:
    FrameFollower(const HotspotBlob& blob, std::span<const std::byte> code)
        : m_code(code),
          m_complete(blob.frameComplete >= 0 ? static_cast<std::size_t>(blob.frameComplete) : code.size()) {
        if (blob.frameWords >= 2)
            m_whole = {static_cast<std::int32_t>(blob.frameWords) * wordBytes, true, false};
    }

    void addRows(std::uint32_t pc, UnwindRows& rows) {
        // Stubs have loops after their returns that are only entered by a jump back from below.
        if (isStub()) run([](std::size_t) {});
        run([&](std::size_t offset) { rows.add(rowOf(m_state, pc + static_cast<std::uint32_t>(offset))); });
    }

private:
    /// Code of the virtual machine's own, often with several stubs in one blob, and data between them.
    bool isStub() const { return m_complete >= m_code.size(); }
    /// Calls `onInstruction` for each instruction.
    template<typename OnInstruction>
    void run(const OnInstruction& onInstruction) {
        m_state = {};
        m_isAssumed = m_isComplete = false;
        for (std::size_t offset = 0; offset < m_code.size();) {
            enter(offset);
            onInstruction(offset);
            if (const auto instruction = decodeX86(m_code.subspan(offset))) {
                follow(*instruction, offset);
                offset += instruction->length;
            } else {
                assume();
                offset = isStub() ? (offset / dataBytes + 1) * dataBytes : offset + 1;
            }
        }
    }
    /// Adds the state at this offset that is known from other instructions, such as jumps to it.
    void enter(std::size_t offset) {
        if (!m_isComplete && offset >= m_complete) {
            m_isComplete = true;
            if (!m_state.isByFrame) m_state = m_whole;
        }
        if (!m_isAssumed || m_targets.empty()) return;
        const auto target = m_targets.find(static_cast<std::uint32_t>(offset));
        if (target == m_targets.end()) return;
        m_state = target->second;
        m_isAssumed = false;
    }
    void follow(const X86Instruction& instruction, std::size_t offset) {
        using enum StackEffect;
        const auto behind = offset + instruction.length;
        switch (instruction.effect) {
        case None:
        case Call:
        case CallSomewhere:
        case ClearFrame:
        case LoadFrame:
        case CopyStack:
            return;
        case Push:
            return moveBy(wordBytes);
        case Pop:
            return moveBy(-wordBytes);
        case PushFrame:
            if (isBeginAt(behind)) {
                m_state = {};
                m_isAssumed = false;
            }
            if (m_state.depth == wordBytes) m_state.hasSaved = true;
            return moveBy(wordBytes);
        case PopFrame:
            if (m_state.isByFrame || m_state.depth == minimumFrameSize)
                m_state = {};
            else
                moveBy(-wordBytes);
            return;
        case Add:
            return moveBy(-std::int64_t{instruction.value});
        case SetFrame:
            if (instruction.value != 0) return;
            m_state.isByFrame = m_state.isByFrame || (m_state.hasSaved && m_state.depth == minimumFrameSize);
            return;
        case StoreFrame:
            if (instruction.value == m_state.depth - minimumFrameSize) m_state.hasSaved = true;
            return;
        case Leave:
            m_state = {};
            return;
        case StackFromFrame:
        case StackFromCopy:
        case Unpredictable:
            if (!m_state.isByFrame) assume();
            return;
        case Branch:
            return remember(behind, instruction.value);
        case Jump:
            remember(behind, instruction.value);
            return assume();
        case JumpSomewhere:
        case Return:
        case Trap:
            return assume();
        }
    }
    /// Sets the most likely state of code that can't be reached from the previous instruction.
    FrameState defaultState() const { return m_isComplete ? m_whole : FrameState{}; }
    void assume() {
        m_state = defaultState();
        m_isAssumed = true;
    }
    void moveBy(std::int64_t bytes) {
        const auto depth = m_state.depth + bytes;
        if (depth < wordBytes || depth > maximumFrameDepth)
            assume();
        else
            m_state.depth = static_cast<std::int32_t>(depth);
    }
    /// Whether the code at this offset sets up a frame: then a function begins with the push before it.
    bool isBeginAt(std::size_t offset) const {
        const auto next = decodeX86(m_code.subspan(std::min(offset, m_code.size())));
        if (!next) return false;
        return (next->effect == StackEffect::SetFrame && next->value == 0) ||
               (next->effect == StackEffect::Add && m_whole.hasSaved &&
                -std::int64_t{next->value} == m_whole.depth - minimumFrameSize);
    }
    /// Remembers the state for a jump target, which may only be reached from here.
    void remember(std::size_t from, std::int32_t distance) {
        if ((m_isAssumed && !m_isComplete) || m_state == defaultState() || m_targets.size() >= maximumTargets)
            return;
        const auto target = from + static_cast<std::size_t>(std::int64_t{distance});
        if (target < m_code.size()) m_targets.try_emplace(static_cast<std::uint32_t>(target), m_state);
    }

    std::span<const std::byte> m_code;
    std::size_t m_complete;
    bool m_isComplete = false;
    bool m_isAssumed = false; // not reached from the previous instruction: m_state is the default
    FrameState m_state;
    FrameState m_whole; // state of a complete frame
    absl::flat_hash_map<std::uint32_t, FrameState> m_targets;
};

} // namespace

void addHotspotRows(const HotspotBlob& blob, HotspotCodeKind kind, std::span<const std::byte> code,
                    std::uint32_t pc, UnwindRows& rows) {
    if (kind == HotspotCodeKind::Interpreter)
        rows.add(interpreterRow(pc));
    else
        FrameFollower(blob, code).addRows(pc, rows);
    rows.end(pc + static_cast<std::uint32_t>(code.size()));
}

} // namespace candela
