#include "recorder/segment_draft.h"

#include <utility>

namespace candela {

SegmentDraft::SegmentDraft(std::int64_t startTime) : m_startTime(startTime) {}

SegmentDraft SegmentDraft::after(const SegmentDraft& previous) {
    SegmentDraft draft(previous.m_endTime);
    draft.m_samples.reserve(previous.m_samples.size());
    draft.m_stacks.reserve(previous.m_stacks.size());
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
    auto& path = m_paths[event.tid % m_paths.size()];
    const auto shared = path.follow(event, frames, *process, modules);
    auto& steps = path.steps();
    const bool isRootUnmapped = !steps.empty() && steps.front().place.kind == CodeKind::Unmapped;
    DraftSample sample;
    sample.time = static_cast<std::int64_t>(event.time);
    sample.weight = static_cast<std::int64_t>(event.weight);
    sample.thread = threadRow(process, static_cast<std::int32_t>(event.tid), thread);
    sample.stack = stackRow(steps, shared, newPlaces);
    sample.cpu = event.cpu;
    sample.probe = event.probe;
    sample.stackEnd = isRootUnmapped && event.user_stack_end == user_stack_unknown
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

/// The longest part of the path, from the root on, that is known; its steps get their rows.
std::size_t SegmentDraft::findKnown(std::vector<StackPath::Step>& steps, std::size_t shared) const {
    auto known = shared;
    auto row = noRow;
    for (auto unknown = steps.size() + 1; known + 1 < unknown;) {
        // Mostly all of it is known, or all but a few of its last places.
        const auto middle = unknown > steps.size() ? steps.size() : (known + unknown) / 2;
        const auto found = m_knownStacks.find(steps[middle - 1].hash);
        if (found == m_knownStacks.end()) {
            unknown = middle;
        } else {
            known = middle;
            row = found->second;
        }
    }
    for (auto step = known; step > shared; --step) {
        steps[step - 1].row = row;
        if (row != noRow) row = m_stacks[row].parent; // two hashes may be equal by chance
    }
    return known;
}

std::uint32_t SegmentDraft::stackRow(std::vector<StackPath::Step>& steps, std::size_t shared,
                                     std::vector<CodePlace>& newPlaces) {
    if (steps.empty()) return noRow;
    for (auto known = findKnown(steps, shared); known < steps.size(); ++known) {
        const auto parent = known > 0 ? steps[known - 1].row : noRow;
        steps[known].row = push(parent, steps[known].place, newPlaces);
        m_knownStacks.emplace(steps[known].hash, steps[known].row);
    }
    return steps.back().row;
}

std::uint32_t SegmentDraft::push(std::uint32_t parent, const CodePlace& place,
                                 std::vector<CodePlace>& newPlaces) {
    const auto [placeEntry, isNewPlace] =
        m_placeRows.try_emplace(place, static_cast<std::uint32_t>(m_places.size()));
    if (isNewPlace) {
        m_places.push_back(place);
        newPlaces.push_back(place);
    }
    m_stacks.push_back({parent, placeEntry->second});
    return static_cast<std::uint32_t>(m_stacks.size() - 1);
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
