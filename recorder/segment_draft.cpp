#include "recorder/segment_draft.h"

#include "model/base/byte_reader.h"

#include <absl/hash/hash.h>

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t rememberedThreads = 64;

CodePlace placeOf(std::uint64_t address, LiveProcess& process, ModuleTable& modules) {
    const auto* range = process.space->find(address);
    if (!range || range->module.isNone()) return {CodeKind::Unmapped, {}, address};
    switch (modules[range->module].kind) {
    case ModuleKind::Generated:
        if (process.generatedCode.isNone())
            process.generatedCode =
                modules.internGenerated(process.identity->pid, process.identity->startTime);
        return {CodeKind::Module, process.generatedCode, address};
    case ModuleKind::Vdso:
        return {CodeKind::Module, range->module, address - range->start};
    case ModuleKind::File:
        break;
    }
    return {CodeKind::Module, range->module, address - range->start + range->fileOffset};
}

} // namespace

SegmentDraft::SegmentDraft(std::int64_t startTime)
    : m_startTime(startTime), m_lastStacks(rememberedThreads) {}

SegmentDraft SegmentDraft::after(const SegmentDraft& previous) {
    SegmentDraft draft(previous.m_endTime);
    draft.m_samples.reserve(previous.m_samples.size());
    draft.m_stacks.reserve(previous.m_stacks.size());
    draft.m_stackRows.reserve(previous.m_stackRows.size());
    draft.m_places.reserve(previous.m_places.size());
    draft.m_placeRows.reserve(previous.m_placeRows.size());
    draft.m_knownStacks.reserve(previous.m_knownStacks.size());
    return draft;
}

bool SegmentDraft::isFull() const {
    return m_samples.size() >= fullSamples || m_stacks.size() >= fullStacks || m_places.size() >= fullPlaces;
}

void SegmentDraft::add(const sample_event& event, std::span<const std::uint64_t> frames,
                       const SharedProcess& process, const LiveThread& thread, ModuleTable& modules,
                       std::vector<CodePlace>& newPlaces) {
    const auto stack = stackRow(event, frames, *process, modules, newPlaces);
    DraftSample sample;
    sample.time = static_cast<std::int64_t>(event.time);
    sample.weight = static_cast<std::int64_t>(event.weight);
    sample.thread = threadRow(process, static_cast<std::int32_t>(event.tid), thread);
    sample.stack = stack.row;
    sample.cpu = event.cpu;
    sample.probe = event.probe;
    sample.stackEnd = stack.isUnmapped && event.user_stack_end == user_stack_unknown
                          ? static_cast<std::uint8_t>(user_stack_no_mapping)
                          : event.user_stack_end;
    m_samples.push_back(sample);
}

std::uint32_t SegmentDraft::threadRow(const SharedProcess& process, std::int32_t tid,
                                      const LiveThread& thread) {
    const auto [place, isNewProcess] =
        m_processRows.try_emplace(process->identity.get(), static_cast<std::uint32_t>(m_processes.size()));
    if (isNewProcess) m_processes.push_back(process);
    const auto [known, isNew] =
        m_threadRows.try_emplace(std::pair(place->second, tid), static_cast<std::uint32_t>(m_threads.size()));
    if (isNew)
        m_threads.push_back({place->second, tid, thread.startTime, thread.name});
    else
        m_threads[known->second].name = thread.name; // the last one that it had
    return known->second;
}

SegmentDraft::KnownStack SegmentDraft::stackRow(const sample_event& event,
                                                std::span<const std::uint64_t> frames, LiveProcess& process,
                                                ModuleTable& modules, std::vector<CodePlace>& newPlaces) {
    if (frames.empty()) return {};
    const auto hash = absl::HashOf(event.pid, process.space->identity(), event.kernel_frames,
                                   asText(std::as_bytes(frames)));
    if (const auto known = m_knownStacks.find(hash); known != m_knownStacks.end()) return known->second;

    const auto kernel = frames.first(event.kernel_frames);
    auto stack = userStackRow(event, frames.subspan(event.kernel_frames), process, modules, newPlaces);
    for (std::size_t i = kernel.size(); i-- > 0;)
        stack.row = push(stack.row, {CodeKind::Kernel, {}, kernel[i] - (i > 0)}, newPlaces);
    m_knownStacks.emplace(hash, stack);
    return stack;
}

SegmentDraft::KnownStack SegmentDraft::userStackRow(const sample_event& event,
                                                    std::span<const std::uint64_t> user, LiveProcess& process,
                                                    ModuleTable& modules, std::vector<CodePlace>& newPlaces) {
    auto& last = m_lastStacks[event.tid % rememberedThreads];
    const bool isSameThread = last.tid == event.tid && last.space == process.space->identity();
    std::size_t shared = 0;
    // The innermost frame is no return address, so it is never shared.
    const auto mostShared = isSameThread && !user.empty() ? std::min(last.addresses.size(), user.size()) : 1;
    while (shared + 1 < mostShared && last.addresses[shared] == user[user.size() - 1 - shared])
        ++shared;
    last.addresses.resize(shared);
    last.rows.resize(shared);
    last.tid = event.tid;
    last.space = process.space->identity();
    KnownStack stack;
    if (shared > 0) stack = {last.rows.back(), last.isUnmapped};
    for (std::size_t i = user.size() - shared; i-- > 0;) {
        const auto place = placeOf(user[i] - (i > 0 && user[i] > 0), process, modules);
        if (i + 1 == user.size()) stack.isUnmapped = place.kind == CodeKind::Unmapped;
        stack.row = push(stack.row, place, newPlaces);
        last.addresses.push_back(user[i]);
        last.rows.push_back(stack.row);
    }
    last.isUnmapped = stack.isUnmapped;
    return stack;
}

std::uint32_t SegmentDraft::push(std::uint32_t parent, const CodePlace& place,
                                 std::vector<CodePlace>& newPlaces) {
    // Most steps were taken before: one look finds their place and their stack.
    const auto [stackEntry, isNewStack] =
        m_stackRows.try_emplace(Step{parent, place}, static_cast<std::uint32_t>(m_stacks.size()));
    if (!isNewStack) return stackEntry->second;
    const auto [placeEntry, isNewPlace] =
        m_placeRows.try_emplace(place, static_cast<std::uint32_t>(m_places.size()));
    if (isNewPlace) {
        m_places.push_back(place);
        newPlaces.push_back(place);
    }
    m_stacks.push_back({parent, placeEntry->second});
    return stackEntry->second;
}

void SegmentDraft::markModules(std::vector<bool>& isUsed) const {
    for (const auto& place : m_places) {
        if (!place.module.isNone()) isUsed[place.module.row()] = true;
    }
    for (const auto& process : m_processes) {
        if (!process->executable.isNone()) isUsed[process->executable.row()] = true;
    }
}

} // namespace candela
