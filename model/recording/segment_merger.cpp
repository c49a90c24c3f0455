#include "model/recording/segment_merger.h"

#include "model/base/text/model_text.h"
#include "model/recording/kept_code_message.h"
#include "model/recording/kept_source_message.h"
#include "model/recording/segment_check.h"

#include <fmt/format.h>

namespace candela {

namespace {

/// The maximum number of ancestors: only a malicious file has more, and following them would take too long.
constexpr int maximumAncestors = 256;

constexpr std::size_t maximumValueTypes = 1000;

/// The value in a row of an optional column.
template<typename Column>
auto at(const Column& column, int row) {
    return column.empty() ? typename Column::value_type{} : column[row];
}

template<typename Tag>
Index<Tag> rowOrNone(const std::vector<Index<Tag>>& rows, std::uint32_t rowPlusOne) {
    return rowPlusOne == 0 ? Index<Tag>() : rows[rowPlusOne - 1];
}

static_assert(int{recording::FLOW} == int(ValueKind::Flow) && int{recording::GAUGE} == int(ValueKind::Gauge));

/// Kinds of newer versions become Unstated.
ValueKind valueKind(recording::ValueKind kind) {
    return recording::ValueKind_IsValid(kind) ? static_cast<ValueKind>(kind) : ValueKind::Unstated;
}

FrameKind frameKind(int kind) {
    switch (kind) {
    case recording::USER:
        return FrameKind::User;
    case recording::KERNEL:
        return FrameKind::Kernel;
    case recording::INLINED:
        return FrameKind::Inlined;
    case recording::INTERPRETED:
        return FrameKind::Interpreted;
    default:
        return FrameKind::Unknown;
    }
}

StackEnd stackEnd(std::uint32_t end) {
    // A newer recorder may have further values.
    return end > static_cast<std::uint32_t>(StackEnd::TableMissing) ? StackEnd::Unknown
                                                                    : static_cast<StackEnd>(end);
}

/// Sums and differences of malicious times wrap around, which is defined for unsigned numbers.
std::int64_t add(std::int64_t left, std::int64_t right) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right));
}
std::int64_t subtract(std::int64_t left, std::int64_t right) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) - static_cast<std::uint64_t>(right));
}

} // namespace

void SegmentMerger::add(const recording::Segment& segment, std::int64_t recordingStart) {
    m_recordingStart = recordingStart;
    addStrings(segment);
    addLabelSets(segment.label_sets());
    addProcesses(segment);
    addThreads(segment);
    addMappings(segment);
    addFunctions(segment);
    addFrames(segment.frames());
    addStacks(segment.stacks());
    for (const auto& samples : segment.samples())
        addSamples(samples, segment.start_time());
    addCode(segment);
    addSources(segment);
    addLateNames(segment);
}

StringIndex SegmentMerger::textOrNone(std::uint32_t rowPlusOne) const {
    if (rowPlusOne == 0) return {};
    return rowPlusOne == 1 ? StringIndex(0) : m_strings[rowPlusOne - 1];
}

std::int64_t SegmentMerger::sinceStart(std::int64_t monotonic) const {
    return subtract(monotonic, m_recordingStart);
}

std::int64_t SegmentMerger::timeOrNone(std::int64_t monotonic) const {
    return monotonic == 0 ? noTime : sinceStart(monotonic);
}

void SegmentMerger::addStrings(const recording::Segment& segment) {
    m_strings.clear();
    m_strings.reserve(static_cast<std::size_t>(segment.strings_size()));
    for (const auto& text : segment.strings())
        m_strings.push_back(m_builder.string(text));
}

void SegmentMerger::addLabelSets(const recording::LabelSets& sets) {
    m_labelSets.clear();
    m_labelSets.reserve(static_cast<std::size_t>(sets.size_size()));
    int label = 0;
    for (const auto size : sets.size()) {
        std::vector<Label> labels;
        labels.reserve(size);
        for (std::uint32_t count = 0; count < size; ++count, ++label) {
            const auto key = at(sets.key(), label);
            labels.push_back({key == 0 ? StringIndex(0) : m_strings[key],
                              textOrNone(at(sets.text_plus_one(), label)), at(sets.number(), label),
                              textOrNone(at(sets.unit_plus_one(), label))});
        }
        m_labelSets.push_back(m_builder.labelSet(std::move(labels)));
    }
}

void SegmentMerger::addProcesses(const recording::Segment& segment) {
    m_processRows.clear();
    for (const auto& recorded : segment.processes()) {
        const Identity identity{0, recorded.pid(), recorded.instance(), recorded.start_time()};
        auto row = m_processes.find(identity);
        if (!row) row = m_builder.addProcess({.pid = recorded.pid(), .parent = {}, .name = {}, .labels = {}});
        m_processes.set(identity, *row);
        m_processRows.push_back(*row);

        auto& process = m_builder.process(*row);
        if (recorded.start_time() != 0) process.startTime = sinceStart(recorded.start_time());
        if (recorded.end_time() != 0) process.endTime = sinceStart(recorded.end_time());
        if (recorded.name() != 0) process.name = text(recorded.name());
        if (recorded.label_set() != 0) process.labels = labels(recorded.label_set());
    }
    for (int row = 0; row < segment.processes_size(); ++row)
        findParent(m_processRows[static_cast<std::size_t>(row)], segment.processes(row));
}

void SegmentMerger::findParent(ProcessIndex child, const recording::Process& recorded) {
    const auto waiting =
        m_orphans.find(ProcessKey(recorded.pid(), recorded.instance(), recorded.start_time()));
    if (waiting != m_orphans.end()) {
        for (const auto orphan : waiting->second)
            setParent(orphan, child);
        m_orphans.erase(waiting);
    }
    const bool hasParent = recorded.parent_pid() != 0 || recorded.parent_start_time() != 0;
    if (!hasParent || m_builder.process(child).parent || m_waiting.contains(child)) return;
    const auto parent = m_processes.find(
        {0, recorded.parent_pid(), recorded.parent_instance(), recorded.parent_start_time()});
    if (parent) return setParent(child, *parent);
    m_orphans[ProcessKey(recorded.parent_pid(), recorded.parent_instance(), recorded.parent_start_time())]
        .push_back(child);
    m_waiting.insert(child);
}

/// A parent is not set if that would make a cycle, which malicious files may have.
void SegmentMerger::setParent(ProcessIndex child, ProcessIndex parent) {
    auto ancestor = parent;
    for (int steps = 0; ancestor; ++steps) {
        if (ancestor == child || steps == maximumAncestors) return;
        ancestor = m_builder.process(ancestor).parent;
    }
    m_builder.process(child).parent = parent;
}

void SegmentMerger::addThreads(const recording::Segment& segment) {
    m_threadRows.clear();
    for (const auto& recorded : segment.threads()) {
        const auto process = m_processRows[recorded.process()];
        const Identity identity{process.row(), recorded.tid(), recorded.instance(), recorded.start_time()};
        auto row = m_threads.find(identity);
        if (!row)
            row = m_builder.addThread({.process = process, .tid = recorded.tid(), .name = {}, .labels = {}});
        m_threads.set(identity, *row);
        m_threadRows.push_back(*row);

        auto& thread = m_builder.thread(*row);
        if (recorded.start_time() != 0) thread.startTime = sinceStart(recorded.start_time());
        if (recorded.name() != 0) thread.name = text(recorded.name());
        if (recorded.label_set() != 0) thread.labels = labels(recorded.label_set());
        thread.cpuTime = candela::add(thread.cpuTime, static_cast<std::int64_t>(recorded.cpu_time()));
    }
}

void SegmentMerger::addMappings(const recording::Segment& segment) {
    m_mappings.clear();
    for (const auto& recorded : segment.mappings())
        m_mappings.push_back(m_builder.mapping({.path = text(recorded.path()),
                                                .buildId = text(recorded.build_id()),
                                                .start = recorded.start(),
                                                .end = recorded.end(),
                                                .fileOffset = recorded.file_offset()}));
}

void SegmentMerger::addFunctions(const recording::Segment& segment) {
    m_functions.clear();
    for (const auto& recorded : segment.functions())
        m_functions.push_back(
            m_builder.function({.name = text(recorded.name()),
                                .rawName = text(recorded.raw_name()),
                                .file = text(recorded.file()),
                                .startLine = recorded.start_line(),
                                .mapping = rowOrNone(m_mappings, recorded.mapping_plus_one())}));
}

void SegmentMerger::addFrames(const recording::Frames& frames) {
    m_frames.clear();
    const auto rows = static_cast<int>(frameRows(frames));
    m_frames.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row)
        m_frames.push_back(
            m_builder.frame({.function = rowOrNone(m_functions, at(frames.function_plus_one(), row)),
                             .mapping = rowOrNone(m_mappings, at(frames.mapping_plus_one(), row)),
                             .address = at(frames.address(), row),
                             .line = at(frames.line(), row),
                             .inlineDepth = static_cast<std::uint16_t>(at(frames.inline_depth(), row)),
                             .kind = frameKind(at(frames.kind(), row))}));
}

void SegmentMerger::addStacks(const recording::Stacks& stacks) {
    m_stacks.clear();
    const auto rows = static_cast<int>(stackRows(stacks));
    m_stacks.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row)
        m_stacks.push_back(m_builder.stack(rowOrNone(m_stacks, at(stacks.parent_plus_one(), row)),
                                           m_frames[at(stacks.frame(), row)]));
}

ValueTypeIndex SegmentMerger::valueType(const recording::Samples& samples) {
    const std::pair key(samples.name(), samples.unit());
    if (const auto found = m_values.find(key); found != m_values.end()) return found->second;
    if (m_values.size() == maximumValueTypes) {
        m_builder.addWarning(
            ModelText::tr("There are more value types than are kept ({}).", maximumValueTypes));
        return {};
    }
    return m_values[key] = m_builder.valueType(samples.name(), samples.unit());
}

void SegmentMerger::addSamples(const recording::Samples& samples, std::int64_t segmentStart) {
    const auto value = valueType(samples);
    if (!value) return;
    if (samples.is_default()) m_builder.setDefaultValue(value);
    if (const auto kind = valueKind(samples.kind()); kind != ValueKind::Unstated)
        m_builder.setKind(value, kind);
    if (samples.lasts()) m_builder.setLasts(value);
    const auto rows = static_cast<int>(sampleRows(samples));
    const auto columnOf = [](const auto& column) { return column.empty() ? nullptr : column.data(); };
    const auto* const times = columnOf(samples.time_delta());
    const auto* const threads = columnOf(samples.thread_plus_one());
    const auto* const cpus = columnOf(samples.cpu());
    const auto* const stacks = columnOf(samples.stack_plus_one());
    const auto* const weights = columnOf(samples.weight());
    const auto* const labelSets = columnOf(samples.label_set());
    const auto* const stackEnds = columnOf(samples.stack_end());
    auto time = sinceStart(segmentStart);
    for (int row = 0; row < rows; ++row) {
        if (times) time = candela::add(time, times[row]);
        m_builder.addSample(value, {.stack = rowOrNone(m_stacks, stacks ? stacks[row] : 0),
                                    .weight = weights ? weights[row] : 0,
                                    .time = times ? time : noTime,
                                    .thread = rowOrNone(m_threadRows, threads ? threads[row] : 0),
                                    .cpu = cpus ? cpus[row] : -1,
                                    .labels = labels(labelSets ? labelSets[row] : 0),
                                    .stackEnd = stackEnd(stackEnds ? stackEnds[row] : 0)});
    }
    m_sampleCount += static_cast<std::uint64_t>(rows);
}

void SegmentMerger::addCode(const recording::Segment& segment) {
    for (const auto& message : segment.code()) {
        auto code = keptCode(message, [this](std::uint32_t row) { return text(row); });
        code.mapping = m_mappings[message.mapping()];
        if (const auto problem = check(code); !problem.empty())
            m_builder.addWarning(ModelText::tr("Machine code of a function was left out: {}.", problem));
        else if (m_builder.addCode(std::move(code)) == ProfileBuilder::Kept::Full)
            m_builder.addWarning(tooMuchCodeSentence());
    }
}

void SegmentMerger::addSources(const recording::Segment& segment) {
    for (const auto& message : segment.sources()) {
        auto source = keptSource(message, text(message.file()));
        if (const auto problem = check(source); !problem.empty())
            m_builder.addWarning(ModelText::tr("Source lines of a file were left out: {}.", problem));
        else if (m_builder.addSource(std::move(source)) == ProfileBuilder::Kept::Full)
            m_builder.addWarning(tooMuchSourceSentence());
    }
}

void SegmentMerger::addLateNames(const recording::Segment& segment) {
    const auto& names = segment.late_names();
    for (int row = 0; row < names.frame_size(); ++row) {
        const auto frame = names.frame(row);
        m_lateNames.add(m_processRows[names.process(row)],
                        at(segment.frames().address(), static_cast<int>(frame)), m_frames[frame]);
    }
}

} // namespace candela
