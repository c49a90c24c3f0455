#include "model/recording/segment_maker.h"

#include "model/recording/kept_code_message.h"
#include "model/recording/kept_source_message.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

// Typical serialized size of a row of each table, in bytes.
constexpr std::size_t stringSize = 4;
constexpr std::size_t entitySize = 24;
constexpr std::size_t frameSize = 16;
constexpr std::size_t stackSize = 6;
constexpr std::size_t labelSize = 8;
constexpr std::size_t sampleSize = 14;

template<typename Column>
void dropIfEach(Column& column, typename Column::value_type value) {
    if (std::all_of(column.begin(), column.end(), [value](const auto each) { return each == value; }))
        column.Clear();
}

void dropEmptyColumns(recording::Samples& samples) {
    dropIfEach(*samples.mutable_thread_plus_one(), 0);
    dropIfEach(*samples.mutable_cpu(), -1);
    dropIfEach(*samples.mutable_label_set(), 0);
    dropIfEach(*samples.mutable_stack_end(), 0);
}

} // namespace

SegmentMaker::SegmentMaker(const Profile& profile, std::int64_t recordingStart)
    : m_profile(profile), m_recordingStart(recordingStart), m_isCpuTimeWritten(profile.threads.size()),
      m_strings(profile.strings.size()), m_processes(profile.processes.size()),
      m_threads(profile.threads.size()), m_mappings(profile.mappings.size()),
      m_functions(profile.functions.size()), m_frames(profile.frames.size()), m_stacks(profile.stacks.size()),
      m_labelSets(std::max<std::size_t>(1, profile.labelSets.size())) {
    countInstances();
    start();
}

/// Files of other tools may have several processes with one pid and no start times.
void SegmentMaker::countInstances() {
    absl::flat_hash_map<std::int32_t, std::uint32_t> processes;
    m_processInstances.reserve(m_profile.processes.size());
    for (const auto& process : m_profile.processes)
        m_processInstances.push_back(processes[process.pid]++);
    absl::flat_hash_map<std::pair<ProcessIndex, std::int32_t>, std::uint32_t> threads;
    m_threadInstances.reserve(m_profile.threads.size());
    for (const auto& thread : m_profile.threads)
        m_threadInstances.push_back(threads[{thread.process, thread.tid}]++);
}

void SegmentMaker::start() {
    m_segment.Clear();
    m_strings.clear();
    m_processes.clear();
    m_threads.clear();
    m_mappings.clear();
    m_functions.clear();
    m_frames.clear();
    m_stacks.clear();
    m_labelSets.clear();
    m_samples.assign(m_profile.samples.size(), {});
    m_startTime = m_endTime = 0;
    m_segment.add_strings();
    m_strings.add(StringIndex(0));
    m_segment.mutable_label_sets()->add_size(0);
    m_labelSets.add(LabelSetIndex(0));
    m_size = 0;
}

std::int64_t SegmentMaker::monotonic(std::int64_t time) const {
    // Malicious times may overflow and wrap around; the reader's subtraction wraps back.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_recordingStart) +
                                     static_cast<std::uint64_t>(time));
}

std::uint32_t SegmentMaker::addString(StringIndex index) {
    if (index.isNone()) return 0;
    if (const auto known = m_strings.rowPlusOne(index)) return known - 1;
    const auto text = m_profile.text(index);
    m_segment.add_strings(text.data(), text.size());
    m_size += stringSize + text.size();
    return m_strings.add(index) - 1;
}

std::uint32_t SegmentMaker::addLabelSet(LabelSetIndex index) {
    if (index.isNone()) return 0;
    if (const auto known = m_labelSets.rowPlusOne(index)) return known - 1;
    const auto labels = m_profile.labelsOf(index);
    auto& sets = *m_segment.mutable_label_sets();
    sets.add_size(static_cast<std::uint32_t>(labels.size()));
    for (const auto& label : labels) {
        sets.add_key(addString(label.key));
        sets.add_text_plus_one(label.text ? addString(label.text) + 1 : 0);
        sets.add_number(label.number);
        sets.add_unit_plus_one(label.unit ? addString(label.unit) + 1 : 0);
    }
    m_size += labelSize * (1 + labels.size());
    return m_labelSets.add(index) - 1;
}

std::uint32_t SegmentMaker::addProcess(ProcessIndex index) {
    if (const auto known = m_processes.rowPlusOne(index)) return known;
    const auto& process = m_profile.processes[index.row()];
    const auto rowPlusOne = m_processes.add(index);
    auto& message = *m_segment.add_processes();
    message.set_pid(process.pid);
    message.set_start_time(monotonicOrZero(process.startTime));
    message.set_end_time(monotonicOrZero(process.endTime));
    message.set_name(addString(process.name));
    message.set_label_set(addLabelSet(process.labels));
    message.set_instance(m_processInstances[index.row()]);
    m_size += entitySize;
    if (process.parent) {
        const auto& parent = m_profile.processes[process.parent.row()];
        message.set_parent_pid(parent.pid);
        message.set_parent_start_time(monotonicOrZero(parent.startTime));
        message.set_parent_instance(m_processInstances[process.parent.row()]);
    }
    return rowPlusOne;
}

std::uint32_t SegmentMaker::addThread(ThreadIndex index) {
    if (index.isNone()) return 0;
    if (const auto known = m_threads.rowPlusOne(index)) return known;
    const auto& thread = m_profile.threads[index.row()];
    const auto process = addProcess(thread.process) - 1;
    auto& message = *m_segment.add_threads();
    message.set_process(process);
    message.set_tid(thread.tid);
    message.set_start_time(monotonicOrZero(thread.startTime));
    message.set_name(addString(thread.name));
    message.set_label_set(addLabelSet(thread.labels));
    message.set_instance(m_threadInstances[index.row()]);
    // The profile has one account for the whole recording, so one segment states it.
    if (m_profile.hasCpuAccount && !m_isCpuTimeWritten[index.row()]) {
        m_isCpuTimeWritten[index.row()] = true;
        message.set_cpu_time(static_cast<std::uint64_t>(thread.cpuTime));
    }
    m_size += entitySize;
    return m_threads.add(index);
}

std::uint32_t SegmentMaker::addMapping(MappingIndex index) {
    if (index.isNone()) return 0;
    if (const auto known = m_mappings.rowPlusOne(index)) return known;
    const auto& mapping = m_profile.mappings[index.row()];
    auto& message = *m_segment.add_mappings();
    message.set_path(addString(mapping.path));
    message.set_build_id(addString(mapping.buildId));
    message.set_start(mapping.start);
    message.set_end(mapping.end);
    message.set_file_offset(mapping.fileOffset);
    m_size += entitySize;
    return m_mappings.add(index);
}

std::uint32_t SegmentMaker::addFunction(FunctionIndex index) {
    if (index.isNone()) return 0;
    if (const auto known = m_functions.rowPlusOne(index)) return known;
    const auto& function = m_profile.functions[index.row()];
    auto& message = *m_segment.add_functions();
    message.set_name(addString(function.name));
    message.set_raw_name(addString(function.rawName));
    message.set_file(addString(function.file));
    message.set_start_line(function.startLine);
    message.set_mapping_plus_one(addMapping(function.mapping));
    m_size += entitySize;
    return m_functions.add(index);
}

std::uint32_t SegmentMaker::addFrame(FrameIndex index) {
    if (const auto known = m_frames.rowPlusOne(index)) return known;
    const auto row = index.row();
    const auto& frames = m_profile.frames;
    auto& message = *m_segment.mutable_frames();
    message.add_function_plus_one(addFunction(frames.function[row]));
    message.add_mapping_plus_one(addMapping(frames.mapping[row]));
    message.add_address(frames.address[row]);
    message.add_line(frames.line[row]);
    message.add_inline_depth(frames.inlineDepth[row]);
    message.add_kind(static_cast<recording::FrameKind>(frames.kind[row]));
    m_size += frameSize;
    return m_frames.add(index);
}

std::uint32_t SegmentMaker::addStack(StackIndex index) {
    for (auto stack = index; stack && m_stacks.rowPlusOne(stack) == 0;
         stack = m_profile.stacks.parent[stack.row()])
        m_path.push_back(stack);
    auto& message = *m_segment.mutable_stacks();
    for (; !m_path.empty(); m_path.pop_back()) {
        const auto stack = m_path.back();
        const auto parent = m_profile.stacks.parent[stack.row()];
        message.add_parent_plus_one(parent ? m_stacks.rowPlusOne(parent) : 0);
        message.add_frame(addFrame(m_profile.stacks.frame[stack.row()]) - 1);
        m_stacks.add(stack);
        m_size += stackSize;
    }
    return index ? m_stacks.rowPlusOne(index) : 0;
}

void SegmentMaker::addCode(const KeptCode& code) {
    auto& message = *m_segment.add_code();
    fillMessage(code, message, [this](StringIndex text) { return addString(text); });
    message.set_mapping(addMapping(code.mapping) - 1);
    m_size += message.ByteSizeLong();
}

void SegmentMaker::addSource(const KeptSource& source) {
    auto& message = *m_segment.add_sources();
    fillMessage(source, message, addString(source.file));
    m_size += message.ByteSizeLong();
}

void SegmentMaker::addSample(ValueTypeIndex value, std::size_t row) {
    const auto& table = m_profile.samples[value.row()];
    auto& rows = m_samples[value.row()];
    const auto time = table.timeAt(row);
    auto& message = time == noTime ? rows.untimed : rows.timed;
    if (time != noTime) {
        if (message.time_delta().empty()) rows.lastTime = 0; // relative to the segment's start, set by take()
        message.add_time_delta(static_cast<std::int64_t>(static_cast<std::uint64_t>(time) -
                                                         static_cast<std::uint64_t>(rows.lastTime)));
        rows.lastTime = time;
        const bool isFirst = m_startTime == 0 && m_endTime == 0;
        m_startTime = isFirst ? monotonic(time) : std::min(m_startTime, monotonic(time));
        m_endTime = isFirst ? monotonic(time) : std::max(m_endTime, monotonic(time));
    }
    message.add_thread_plus_one(addThread(table.threadAt(row)));
    message.add_cpu(table.cpuAt(row));
    message.add_stack_plus_one(addStack(table.stack[row]));
    message.add_weight(table.weight[row]);
    message.add_label_set(addLabelSet(table.labelsAt(row)));
    message.add_stack_end(static_cast<std::uint32_t>(table.stackEndAt(row)));
    m_size += sampleSize;
}

recording::Segment SegmentMaker::take() {
    for (std::size_t value = 0; value < m_samples.size(); ++value) {
        auto& [timed, untimed, lastTime] = m_samples[value];
        const auto& table = m_profile.samples[value];
        for (auto* samples : {&timed, &untimed}) {
            samples->set_name(std::string(m_profile.text(table.type.name)));
            samples->set_unit(std::string(m_profile.text(table.type.unit)));
            samples->set_is_default(m_profile.defaultValue == ValueTypeIndex(value));
            samples->set_lasts(table.lasts);
            samples->set_kind(static_cast<recording::ValueKind>(table.kind));
            dropEmptyColumns(*samples);
        }
        if (!timed.time_delta().empty()) {
            // So far the first delta is a time of the profile, not relative to the segment's start.
            const auto first = static_cast<std::uint64_t>(monotonic(timed.time_delta(0)));
            timed.set_time_delta(0,
                                 static_cast<std::int64_t>(first - static_cast<std::uint64_t>(m_startTime)));
        }
        // Every segment lists every value type.
        const bool hasUntimed = untimed.weight_size() > 0;
        if (timed.weight_size() > 0 || !hasUntimed) *m_segment.add_samples() = std::move(timed);
        if (hasUntimed) *m_segment.add_samples() = std::move(untimed);
    }
    m_segment.set_recording_start_time(m_recordingStart);
    m_segment.set_has_cpu_account(m_profile.hasCpuAccount);
    m_segment.set_start_time(m_startTime == 0 ? m_recordingStart : m_startTime);
    m_segment.set_end_time(m_endTime == 0 ? m_recordingStart : m_endTime);
    recording::Segment segment;
    segment.Swap(&m_segment);
    start();
    return segment;
}

} // namespace candela
