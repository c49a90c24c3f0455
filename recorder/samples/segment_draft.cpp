#include "recorder/samples/segment_draft.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9fb21c651e98df25;
    return hash ^ hash >> 29;
}

/// `range`: the mapping of an address nearby, or null; it becomes that of this address.
CodeLocation locationOf(std::uint64_t address, LiveProcess& process, ModuleTable& modules,
                        const MappedRange*& range) {
    // Most frames are in the same file as their callers.
    if (!range || address < range->start || address >= range->end) range = process.space->find(address);
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

SegmentDraft::SegmentDraft(std::int64_t startTime) : m_startTime(startTime) {}

SegmentDraft SegmentDraft::after(const SegmentDraft& previous) {
    SegmentDraft draft(previous.m_endTime);
    draft.m_samples.reserve(previous.m_samples.size());
    draft.m_stacks.reserve(previous.m_stacks.size());
    draft.m_locations.reserve(previous.m_locations.size());
    draft.m_locationRows.reserve(previous.m_locationRows.size());
    draft.m_knownStacks.reserve(previous.m_knownStacks.size());
    return draft;
}

bool SegmentDraft::isFull() const {
    return m_samples.size() >= fullSamples || m_stacks.size() >= fullStacks ||
           m_locations.size() >= fullLocations;
}

void SegmentDraft::add(const SampleRecord& sample, const SharedProcess& process, const LiveThread& thread,
                       ModuleTable& modules, std::vector<CodeLocation>& newLocations) {
    auto& last = lastOf(sample.event.cpu);
    const auto shared = sharedCallers(last, sample, *process);
    m_path.clear();
    locate(sample, sample.frames.size() - shared, *process, modules, m_path);
    const auto user = sample.frames.subspan(sample.event.kernel_frames);
    last.userFrames.assign(user.begin(), user.end());
    last.process = process->identity.get();
    last.space = process->space->identity();
    addLocated(sample.event, sample.labels, last, shared, m_path, process, thread, newLocations);
}

void SegmentDraft::add(const sample_event& event, std::span<const sample_label> labels,
                       std::span<const CodeLocation> path, const SharedProcess& process,
                       const LiveThread& thread, std::vector<CodeLocation>& newLocations) {
    auto& last = lastOf(event.cpu);
    last.userFrames.clear();
    addLocated(event, labels, last, 0, path, process, thread, newLocations);
}

void SegmentDraft::addLocated(const sample_event& event, std::span<const sample_label> labels,
                              LastStack& last, std::size_t shared, std::span<const CodeLocation> rest,
                              const SharedProcess& process, const LiveThread& thread,
                              std::vector<CodeLocation>& newLocations) {
    DraftSample sample;
    sample.time = static_cast<std::int64_t>(event.time);
    sample.weight = static_cast<std::int64_t>(event.weight);
    sample.stack = stackRow(last, shared, rest, newLocations);
    sample.thread = threadRow(process, static_cast<std::int32_t>(event.tid), thread);
    sample.cpu = event.cpu;
    sample.value = event.value;
    if (!labels.empty()) sample.labels = labelsRow(event.value, labels);
    const bool isUnmapped = !last.path.empty() && last.path.front().kind == CodeKind::Unmapped;
    sample.stackEnd = isUnmapped && event.user_stack_end == user_stack_unknown
                          ? static_cast<std::uint8_t>(user_stack_no_mapping)
                          : event.user_stack_end;
    m_samples.push_back(sample);
}

SegmentDraft::LastStack& SegmentDraft::lastOf(std::uint32_t cpu) {
    const auto slot = cpu % maximumLast;
    if (slot >= m_last.size()) m_last.resize(slot + 1);
    return m_last[slot];
}

/// How many of the sample's outermost frames have the code locations of the last stack's: the same return
/// addresses in the same mappings.
std::size_t SegmentDraft::sharedCallers(const LastStack& last, const SampleRecord& sample,
                                        const LiveProcess& process) {
    const auto user = sample.frames.subspan(sample.event.kernel_frames);
    if (user.empty() || last.userFrames.empty() || last.process != process.identity.get() ||
        last.space != process.space->identity())
        return 0;
    // The innermost frame is no return address.
    return static_cast<std::size_t>(
        std::mismatch(user.rbegin(), user.rend() - 1, last.userFrames.rbegin(), last.userFrames.rend() - 1)
            .first -
        user.rbegin());
}

void SegmentDraft::locate(const SampleRecord& sample, LiveProcess& process, ModuleTable& modules,
                          std::vector<CodeLocation>& path) {
    path.clear();
    path.reserve(sample.frames.size());
    locate(sample, sample.frames.size(), process, modules, path);
}

/// Appends the locations of the innermost `count` frames.
void SegmentDraft::locate(const SampleRecord& sample, std::size_t count, LiveProcess& process,
                          ModuleTable& modules, std::vector<CodeLocation>& path) {
    const auto& [event, labels, frames, unfinished] = sample;
    // All frames are return addresses, except the innermost frames of the kernel part and of the user part.
    const auto isReturn = [&](std::size_t frame) { return frame != 0 && frame != event.kernel_frames; };
    const MappedRange* range = nullptr;
    for (std::size_t frame = count; frame-- > 0;) {
        const auto address = frames[frame] - (isReturn(frame) && frames[frame] > 0);
        path.push_back(frame < event.kernel_frames ? CodeLocation{CodeKind::Kernel, {}, address}
                                                   : locationOf(address, process, modules, range));
    }
}

void SegmentDraft::addCpuTime(const SharedProcess& process, std::int32_t tid, const LiveThread& thread,
                              std::uint64_t nanoseconds) {
    m_threads[threadRow(process, tid, thread)].cpuTime += nanoseconds;
}

std::uint32_t SegmentDraft::threadRow(const SharedProcess& process, std::int32_t tid,
                                      const LiveThread& thread) {
    const auto [found, isNewProcess] =
        m_processRows.try_emplace(process->identity.get(), static_cast<std::uint32_t>(m_processes.size()));
    if (isNewProcess) m_processes.push_back(process);
    const auto [known, isNew] =
        m_threadRows.try_emplace(std::pair(found->second, tid), static_cast<std::uint32_t>(m_threads.size()));
    if (isNew)
        m_threads.push_back({found->second, tid, thread.startTime, thread.name});
    else
        m_threads[known->second].name = thread.name; // a thread has the last name that it had
    return known->second;
}

std::uint32_t SegmentDraft::labelsRow(std::uint16_t value, std::span<const sample_label> labels) {
    std::string key(reinterpret_cast<const char*>(&value), sizeof value);
    for (const auto& label : labels) {
        const auto size = std::min<std::size_t>(label.size, sizeof label.text);
        key.append(reinterpret_cast<const char*>(&label.name), sizeof label.name);
        key += static_cast<char>(size);
        key.append(label.text, size == 0 ? sizeof label.number : size);
    }
    const auto [row, isNew] =
        m_labelRows.try_emplace(std::move(key), static_cast<std::uint32_t>(m_labels.size()));
    if (isNew) m_labels.push_back({value, {labels.begin(), labels.end()}});
    return row->second;
}

/// The longest known prefix of the hashed path, of which `known` frames are known: returns its number of
/// frames, and its row.
std::size_t SegmentDraft::findKnown(std::span<const std::uint64_t> hashes, std::size_t known,
                                    std::uint32_t& row) const {
    const auto length = hashes.size();
    for (auto unknown = length + 1; known + 1 < unknown;) {
        // Usually the whole path is known, or all of it except its last few frames.
        const auto middle = unknown > length ? length : (known + unknown) / 2;
        const auto found = m_knownStacks.find(hashes[middle - 1]);
        // A program can make stacks of different depths whose hashes are the same.
        if (found == m_knownStacks.end() || found->second.depth != middle) {
            unknown = middle;
        } else {
            known = middle;
            row = found->second.row;
        }
    }
    return known;
}

/// The row of a stack that shares `shared` frames with the last one, at least; `rest` has the others.
std::uint32_t SegmentDraft::stackRow(LastStack& last, std::size_t shared, std::span<const CodeLocation> rest,
                                     std::vector<CodeLocation>& newLocations) {
    auto& path = last.path;
    const auto same = std::ranges::mismatch(rest, std::span(path).subspan(shared)).in1 - rest.begin();
    shared += static_cast<std::size_t>(same);
    path.resize(shared);
    path.insert(path.end(), rest.begin() + same, rest.end());
    last.hashes.resize(path.size());
    last.rows.resize(path.size());
    auto hash = shared > 0 ? last.hashes[shared - 1] : 0;
    for (auto frame = shared; frame < path.size(); ++frame) {
        const auto& location = path[frame];
        hash = mix(
            mix(hash, std::uint64_t{location.module.row()} << 8 | static_cast<std::uint8_t>(location.kind)),
            location.address);
        last.hashes[frame] = hash;
    }
    auto row = shared > 0 ? last.rows[shared - 1] : noRow;
    const auto known = findKnown(last.hashes, shared, row);
    auto ancestor = row;
    for (auto frame = known; frame-- > shared; ancestor = m_stacks[ancestor].parent)
        last.rows[frame] = ancestor;
    for (auto frame = known; frame < path.size(); ++frame) {
        row = push(row, path[frame], newLocations);
        last.rows[frame] = row;
        m_knownStacks.try_emplace(last.hashes[frame], row, static_cast<std::uint32_t>(frame + 1));
    }
    return row;
}

std::uint32_t SegmentDraft::push(std::uint32_t parent, const CodeLocation& location,
                                 std::vector<CodeLocation>& newLocations) {
    const auto [found, isNew] =
        m_locationRows.try_emplace(location, static_cast<std::uint32_t>(m_locations.size()));
    if (isNew) {
        m_locations.push_back(location);
        newLocations.push_back(location);
    }
    m_stacks.push_back({parent, found->second});
    return static_cast<std::uint32_t>(m_stacks.size() - 1);
}

void SegmentDraft::markModules(std::vector<bool>& isUsed) const {
    for (const auto& location : m_locations) {
        if (!location.module.isNone()) isUsed[location.module.row()] = true;
    }
    for (const auto& process : m_processes) {
        if (!process->executable.isNone()) isUsed[process->executable.row()] = true;
    }
}

} // namespace candela
