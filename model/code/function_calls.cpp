#include "model/code/function_calls.h"

#include "model/base/wrapping.h"
#include "model/code/function_stacks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace candela {

namespace {

/// The stack of the function from which the call is made, for all stacks with the same frames in the
/// function; and the called function.
struct Caller {
    std::size_t stack = 0;
    std::int64_t total = 0;
};

std::vector<CodeLine> linesOfStack(const Profile& profile, const StackTable& table, std::size_t stack,
                                   std::size_t owner) {
    std::vector<CodeLine> lines;
    for (auto row = stack;; row = table.parent[row].row()) {
        const auto frame = table.frame[row].row();
        const auto function = profile.frames.function[frame];
        if (const auto line = profile.frames.line[frame]; line != 0) {
            const auto file = function ? profile.functions[function.row()].file : StringIndex();
            lines.push_back({file ? std::string(profile.text(file)) : std::string(), line});
        }
        if (row == owner) return lines;
    }
}

std::vector<CodeLine> linesOfCode(const FunctionCode& code, std::uint64_t address) {
    std::vector<CodeLine> lines;
    for (const auto& frame : code.framesAt(address))
        if (frame.line != 0) lines.push_back({frame.file, frame.line});
    return lines;
}

} // namespace

Result<std::vector<FunctionCall>> functionCalls(const FrameGroups& groups,
                                                std::span<const FrameGroupIndex> function,
                                                const CountedStacks& stacks, CodeFinder* finder, Task& task) {
    const auto& profile = *groups.profile;
    const auto& table = stacks.table;
    const FunctionStacks ours(groups, table, function, stacks.weights);
    // Key: the caller's frame, which also represents the frames that it is inlined into, and the called
    // function.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Caller> callers;
    for (std::size_t stack = 0; stack < table.size(); ++stack) {
        const auto parent = table.parent[stack];
        const auto frame = table.frame[stack].row();
        const bool isModule = frame >= profile.frames.size(); // a collapsed one
        if (!parent || isModule || !ours.contains(parent.row())) continue;
        const bool isInlined = ours.contains(stack) && ours.ownerOf(stack) == ours.ownerOf(parent.row());
        const auto callee = groups.groupOfFrame[frame];
        if (isInlined || !groups[callee].function) continue;
        auto& caller = callers[{table.frame[parent.row()].row(), callee.row()}];
        caller.stack = parent.row();
        caller.total = wrappingSum(caller.total, ours.totalOf(stack));
    }
    std::vector<FunctionCall> calls;
    for (const auto& [key, caller] : callers) {
        if (task.isCancelled()) return cancelled();
        if (caller.total == 0) continue;
        auto& call = calls.emplace_back();
        call.callee = FrameGroupIndex(key.second);
        call.total = caller.total;
        call.lines = linesOfStack(profile, table, caller.stack, ours.ownerOf(caller.stack));
        if (!finder) continue;
        auto found = finder->find(FrameIndex(key.first), task, CodeFinder::Functions::Known);
        if (!found) continue;
        call.code = std::move(found->code);
        call.address = found->address;
        if (call.lines.empty()) call.lines = linesOfCode(*call.code, call.address);
    }
    std::ranges::stable_sort(calls, std::ranges::greater(),
                             [](const FunctionCall& call) { return magnitudeOf(call.total); });
    return calls;
}

} // namespace candela
