#include "recorder/unwind/unfinished_stacks.h"

#include "model/unwind/call_frames/dumped_stack.h"

#include <cstring>
#include <utility>
#include <vector>

namespace candela {

bool UnfinishedStacks::add(const SampleRecord& sample, const SharedProcess& process,
                           const LiveThread& thread) {
    if (sample.unfinished.size() < sizeof(unfinished_walk) || sample.frames.empty()) return false;
    if (m_bytes + sample.unfinished.size() > maximumBytes) return false;
    Stack stack;
    stack.event = sample.event;
    stack.labels.assign(sample.labels.begin(), sample.labels.end());
    stack.frames.assign(sample.frames.begin(), sample.frames.end());
    stack.process = process;
    stack.space = process->space;
    stack.thread = thread;
    std::memcpy(&stack.walk, sample.unfinished.data(), sizeof stack.walk);
    const auto memory = sample.unfinished.subspan(sizeof stack.walk);
    stack.memory.assign(memory.begin(), memory.end());
    stack.memoryStart = stack.walk.registers.sp;
    m_bytes += sample.unfinished.size();
    m_stacks.push_back(std::move(stack));
    return true;
}

void UnfinishedStacks::walkOn(std::int64_t now, const std::function<void(const FinishedStack&)>& onFinished) {
    if (m_stacks.empty()) return;
    std::deque<Stack> waiting;
    for (auto& stack : m_stacks) {
        const bool isLate = now - static_cast<std::int64_t>(stack.event.time) > maximumWait;
        if (walkOn(stack) == Progress::Waits && !isLate) {
            waiting.push_back(std::move(stack));
            continue;
        }
        m_bytes -= stack.event.unfinished_bytes;
        stack.event.unfinished_bytes = 0;
        m_finished.push_back(std::move(stack));
    }
    m_stacks = std::move(waiting);
    // Calls back only when all unfinished stacks are in the queue again, because the callbacks may sweep
    // modules.
    for (; !m_finished.empty(); m_finished.pop_front())
        onFinished(m_finished.front());
}

void UnfinishedStacks::markModules(std::vector<bool>& isUsed) const {
    for (const auto& stack : m_stacks)
        mark(stack, isUsed);
    for (const auto& stack : m_finished)
        mark(stack, isUsed);
}

void UnfinishedStacks::mark(const Stack& stack, std::vector<bool>& isUsed) {
    if (!stack.process->executable.isNone()) isUsed[stack.process->executable.row()] = true;
    for (const auto& range : stack.space->ranges()) {
        if (!range.module.isNone()) isUsed[range.module.row()] = true;
    }
}

UnfinishedStacks::Progress UnfinishedStacks::walkOn(Stack& stack) {
    auto progress = step(stack);
    while (progress == Progress::Stepped) {
        if (stack.event.user_frames >= maximum_user_frames) return finish(stack, user_stack_too_deep);
        stack.frames.push_back(stack.walk.registers.pc + stack.walk.pc_is_exact); // as in the kernel program
        ++stack.event.user_frames;
        progress = step(stack);
    }
    return progress;
}

UnfinishedStacks::Progress UnfinishedStacks::finish(Stack& stack, user_stack_end end) {
    stack.event.user_stack_end = end;
    return Progress::Ended;
}

/// Other words of the stack may also be return addresses of generated code: expects all of them, so that
/// their rows arrive at once.
void UnfinishedStacks::expectGenerated(const Stack& stack) {
    std::vector<std::uint64_t> addresses;
    for (std::size_t offset = 0;
         offset + sizeof(std::uint64_t) <= stack.memory.size() && addresses.size() < maximumExpected;
         offset += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, stack.memory.data() + offset, sizeof word);
        const auto* range = stack.space->find(word - 1);
        if (range && !range->module.isNone() && m_modules[range->module].kind == ModuleKind::Generated)
            addresses.push_back(word);
    }
    m_tables.generated().expect(*stack.process, addresses);
}

/// One step to the caller, like step_to_caller() of bpf/user_stack.bpf.h. If the stack ends there, its event
/// states why.
UnfinishedStacks::Progress UnfinishedStacks::step(Stack& stack) {
    auto& walk = stack.walk;
    auto& registers = walk.registers;
    const auto address = registers.pc - (walk.pc_is_exact ? 0 : 1);
    const auto* range = stack.space->find(address);
    const bool isMapped = range && !range->module.isNone();
    if (!isMapped && registers.is_chained && stack.event.user_frames > 1) {
        stack.frames.pop_back(); // the value was not a frame pointer
        --stack.event.user_frames;
        return finish(stack, user_stack_no_unwind_data);
    }
    if (!isMapped && stack.event.user_frames > 1 &&
        registers.sp == registers.start_stack + sizeof(std::uint64_t)) {
        stack.frames.pop_back(); // the program's first function has no caller
        --stack.event.user_frames;
        return finish(stack, user_stack_complete);
    }
    if (!isMapped) return finish(stack, user_stack_no_mapping);
    const auto kind = m_modules[range->module].kind;
    unwind_row row{};
    auto answer = UnwindTables::Answer::NoRow;
    if (kind != ModuleKind::Generated) {
        const auto offset = address - range->start + (kind == ModuleKind::File ? range->fileOffset : 0);
        answer = m_tables.findRow(range->module, *stack.process, offset, row);
    } else {
        answer = m_tables.generated().findRow(*stack.process, {registers.pc, walk.pc_is_exact == 0},
                                              static_cast<std::int64_t>(stack.event.time), row);
        if (answer == UnwindTables::Answer::Later && !std::exchange(stack.isSearched, true))
            expectGenerated(stack);
    }
    if (answer == UnwindTables::Answer::Later) return Progress::Waits;

    DumpedStack memory{stack.memoryStart, stack.memory};
    const auto code = kind == ModuleKind::Generated ? UNWIND_CODE_GENERATED : UNWIND_CODE_OF_FILE;
    const auto result = answer == UnwindTables::Answer::Row ? stepByRow(registers, row, memory)
                                                            : stepWithoutRow(registers, code, memory);
    walk.pc_is_exact = result == UNWIND_STEPPED_SIGNAL;
    switch (result) {
    case UNWIND_STEPPED:
    case UNWIND_STEPPED_SIGNAL:
        return Progress::Stepped;
    case UNWIND_COMPLETE:
        return finish(stack, user_stack_complete);
    case UNWIND_UNREADABLE:
        return finish(stack,
                      memory.wasReadBehind && stack.memory.size() + sizeof(std::uint64_t) > maximum_stack_copy
                          ? user_stack_too_deep
                          : user_stack_unreadable);
    default:
        return finish(stack, answer == UnwindTables::Answer::Never ? user_stack_table_missing
                                                                   : user_stack_no_unwind_data);
    }
}

} // namespace candela
