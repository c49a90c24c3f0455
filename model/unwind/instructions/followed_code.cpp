#include "model/unwind/instructions/followed_code.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t noStep = ~std::size_t{0};
constexpr std::size_t maximumExitPathLength = 1000;
constexpr std::size_t maximumPendingBranches = 64;
/// The maximum number of steps for each instruction, so that malicious code does not take too long.
constexpr std::size_t budgetFactor = 16;
constexpr std::size_t minimumBudget = 4096;

} // namespace

void FollowedCode::read(std::span<const std::byte> code, const CodeEntries& entries) {
    m_steps.clear();
    decode(code.first(std::min(code.size(), maximumCodeSize)), entries);
    for (const auto offset : entries.functions)
        addEntry(offset, CodeFrame::ofFunction());
    for (const auto offset : entries.starts)
        addEntry(offset, CodeFrame::ofStart());
    m_budget = minimumBudget + budgetFactor * m_steps.size();
    m_seen.assign(m_steps.size(), 0);
    m_search = 0;
}

/// An instruction never extends over a known beginning; bytes that would be such an instruction are data.
void FollowedCode::decode(std::span<const std::byte> code, const CodeEntries& entries) {
    m_end = static_cast<std::uint32_t>(code.size());
    m_steps.reserve(code.size() / 4);
    auto entry = entries.functions.begin();
    for (std::uint32_t offset = 0; offset < m_end;) {
        while (entry != entries.functions.end() && *entry <= offset)
            ++entry;
        const auto end = entry == entries.functions.end() ? m_end : std::min(*entry, m_end);
        const auto instruction = decodeX86(code.subspan(offset, end - offset));
        Step step;
        step.offset = offset;
        step.instruction = instruction.value_or(X86Instruction{.length = 1, .effect = StackEffect::Trap});
        m_steps.push_back(step);
        offset += step.instruction.length;
    }
}

/// The step of the instruction at an offset; noStep if no instruction begins there.
std::size_t FollowedCode::stepAt(std::int64_t offset) const {
    const auto found =
        std::lower_bound(m_steps.begin(), m_steps.end(), offset,
                         [](const Step& step, std::int64_t value) { return step.offset < value; });
    if (found == m_steps.end() || found->offset != offset) return noStep;
    return static_cast<std::size_t>(found - m_steps.begin());
}

std::int64_t FollowedCode::targetOffset(const Step& step) {
    return std::int64_t{step.offset} + step.instruction.length + step.instruction.value;
}

std::size_t FollowedCode::targetOf(const Step& step) const {
    return stepAt(targetOffset(step));
}

void FollowedCode::addEntry(std::uint32_t offset, const CodeFrame& frame) {
    const auto step = stepAt(offset);
    if (step == noStep) return;
    m_steps[step].isEntry = true;
    m_steps[step].frame = frame;
}

void FollowedCode::addCalledFunctions() {
    for (const auto& step : m_steps) {
        // A call to the next instruction only reads its own address.
        if (step.instruction.effect != StackEffect::Call || step.instruction.value == 0) continue;
        const auto target = targetOf(step);
        if (target == noStep || m_steps[target].isEntry) continue;
        m_steps[target].isEntry = true;
        m_steps[target].frame = CodeFrame::ofFunction();
    }
}

void FollowedCode::followAll() {
    addCalledFunctions();
    for (std::size_t step = 0; step < m_steps.size(); ++step) {
        if (m_steps[step].isEntry) follow(step, m_steps[step].frame);
    }
    for (std::size_t step = 0; step < m_steps.size(); ++step)
        judge(step);
}

void FollowedCode::followFirst(const FindOutside& findOutside, const std::optional<CodeFrame>& somewhere) {
    m_findOutside = findOutside;
    m_somewhere = somewhere;
    if (!m_steps.empty()) judge(0);
    m_findOutside = {};
    m_somewhere.reset();
}

std::optional<CodeFrame> FollowedCode::firstFrame() const {
    return m_steps.empty() || !m_steps[0].isKnown ? std::nullopt : std::optional(m_steps[0].frame);
}

/// Follows code that no known beginning leads to.
void FollowedCode::judge(std::size_t step) {
    if (m_steps[step].isKnown || m_steps[step].instruction.effect == StackEffect::Trap) return;
    if (const auto frame = frameFromExitPath(step)) follow(step, *frame);
}

void FollowedCode::follow(std::size_t step, const CodeFrame& frame) {
    m_pending.push_back({step, frame});
    while (!m_pending.empty()) {
        const auto next = m_pending.back();
        m_pending.pop_back();
        followRun(next.step, next.frame);
    }
}

/// Follows instructions up to an unconditional jump or return. A call may not return, and the code after it
/// may be another function: the exit path from there shows that. If the instructions allow no frame, the
/// steps after the last call are discarded.
void FollowedCode::followRun(std::size_t index, CodeFrame frame) {
    using enum StackEffect;
    m_trail.clear();
    auto certainTargets = m_pending.size();
    for (bool isFirst = true;; ++index, isFirst = false) {
        if (index >= m_steps.size() || m_budget == 0) return;
        auto& step = m_steps[index];
        if (step.isKnown || (step.isEntry && !isFirst)) return;
        --m_budget;
        step.isKnown = true;
        step.frame = frame;
        m_trail.push_back(index);
        const auto effect = step.instruction.effect;
        if (!frame.apply(step.instruction) || (effect == Return && !frame.mayReturn())) break;
        if (effect == Unpredictable && frame.copy != CodeFrame::unknown && !isCopyUsedBehind(index, frame))
            frame.copy = CodeFrame::unknown;
        if (effect == Jump || effect == Branch) {
            if (const auto target = targetOf(step); target != noStep) m_pending.push_back({target, frame});
        }
        if (effect == Return || effect == Jump || effect == JumpSomewhere || effect == Trap) return;
        if (effect != Call && effect != CallSomewhere) continue;
        m_trail.clear();
        certainTargets = m_pending.size();
        if (!isPlausibleAt(index + 1, frame)) return;
    }
    m_pending.resize(certainTargets);
    for (const auto wrong : m_trail)
        m_steps[wrong].isKnown = false;
}

/// Whether the exit path from there is consistent with the frame.
bool FollowedCode::isPlausibleAt(std::size_t step, const CodeFrame& frame) {
    if (step >= m_steps.size() || frame.depth == CodeFrame::unknown) return true;
    const auto found = frameFromExitPath(step);
    return !found || found->depth == CodeFrame::unknown || found->depth == frame.depth;
}

/// Whether the exit path restores the stack pointer from the register that has its copy.
bool FollowedCode::isCopyUsedBehind(std::size_t step, const CodeFrame& frame) {
    const auto found = step + 1 < m_steps.size() ? frameFromExitPath(step + 1) : std::nullopt;
    return found && found->copy == frame.copy && found->copyRegister == frame.copyRegister;
}

/// Looks for a return, or for known code, first in the order of the instructions, then at the targets of
/// branches on the path.
std::optional<CodeFrame> FollowedCode::frameFromExitPath(std::size_t step) {
    ++m_search;
    std::vector<PendingBranch> pending{{step, {}}};
    while (!pending.empty()) {
        auto branch = pending.back();
        pending.pop_back();
        for (std::size_t length = 0; length < maximumExitPathLength && branch.step < m_steps.size();
             ++length) {
            if (m_budget == 0) return std::nullopt;
            --m_budget;
            const auto& next = m_steps[branch.step];
            if (next.isKnown) {
                if (const auto frame = branch.frame.beforeKnown(next.frame)) return frame;
                break;
            }
            if (std::exchange(m_seen[branch.step], m_search) == m_search) break;
            const auto effect = next.instruction.effect;
            if (effect == StackEffect::Return) {
                if (const auto frame = branch.frame.beforeReturn()) return frame;
                break;
            }
            if (effect == StackEffect::Trap) break;
            if (effect == StackEffect::JumpSomewhere && m_somewhere) {
                if (const auto frame = branch.frame.beforeKnown(*m_somewhere)) return frame;
                break;
            }
            if (effect == StackEffect::JumpSomewhere || !branch.frame.apply(next.instruction)) {
                if (const auto frame = branch.frame.behindLeave()) return frame;
                break;
            }
            const bool isJump = effect == StackEffect::Jump;
            const auto target = isJump || effect == StackEffect::Branch ? targetOf(next) : noStep;
            if (isJump && target == noStep) {
                const auto outside = m_findOutside ? m_findOutside(targetOffset(next)) : std::nullopt;
                if (!outside) break;
                return branch.frame.beforeKnown(*outside);
            }
            if (!isJump && target != noStep && pending.size() < maximumPendingBranches)
                pending.push_back({target, branch.frame});
            branch.step = isJump ? target : branch.step + 1;
        }
    }
    return std::nullopt;
}

void FollowedCode::addRows(std::uint32_t pc, UnwindRows& rows) const {
    for (const auto& step : m_steps) {
        auto row = step.isKnown ? step.frame.row() : unwind_row{};
        row.pc = pc + step.offset;
        rows.add(row);
    }
    rows.end(pc + m_end);
}

} // namespace candela
