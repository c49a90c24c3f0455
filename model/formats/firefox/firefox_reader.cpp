#include "model/formats/firefox/firefox_reader.h"

#include "model/base/task.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace candela {

namespace {

/// The value type of weights with that type.
std::pair<std::string_view, std::string_view> valueTypeOf(std::string_view weightType) {
    if (weightType == "tracing-ms") return {"time", "nanoseconds"};
    if (weightType == "bytes") return {"memory", "bytes"};
    return {"samples", "count"};
}

std::int64_t nanoseconds(double milliseconds) {
    const auto exact = milliseconds * nanosecondsPerMillisecond;
    return std::abs(exact) < 0x1p61 ? std::llround(exact) : 0;
}

} // namespace

FirefoxReader::FirefoxReader(const FirefoxFile& file, JsonDocument& document, ProfileBuilder& builder)
    : m_file(file), m_document(document), m_builder(builder), m_labels(file.categories.size()) {
    for (const auto& process : file.processes)
        m_libraries.emplace_back(process.libraries, builder);
    m_sharedFrames =
        std::make_unique<FirefoxFrames>(file.shared, file, m_libraries.front(), document, builder);
    m_sharedStacks = std::make_unique<FirefoxStacks>(file.shared, *m_sharedFrames, builder, categories());
}

Result<void> FirefoxReader::read(Task& task) {
    if (m_file.threads.empty())
        return failure(m_document.end() == JsonEnd::Whole
                           ? ModelText::tr("it holds no threads")
                           : ModelText::tr("it is damaged before its first thread"));
    findFirstTime();
    addOrigin();
    for (std::size_t row = 0; row < m_file.threads.size(); ++row) {
        const auto& thread = m_file.threads[row];
        task.setProgress(double(row) / double(m_file.threads.size()));
        const auto code = codeOf(thread);
        const auto owner = thread.hasProcess ? threadOf(thread) : ThreadIndex();
        if (!thread.samples.stack.empty() || m_file.isOurs)
            TRY(addSamples(thread, thread.samples, code, owner, valueOf(thread), task));
        addCpuTime(thread, code, owner);
        if (!thread.jsAllocations.stack.empty())
            TRY(addSamples(thread, thread.jsAllocations, code, owner,
                           m_builder.valueType("js allocations", "bytes"), task));
        if (!thread.nativeAllocations.stack.empty())
            TRY(addSamples(thread, thread.nativeAllocations, code, owner,
                           m_builder.valueType("native allocations", "bytes"), task));
        if (m_ownFrames) m_isIncomplete |= m_ownFrames->isIncomplete();
        if (m_ownStacks) m_isIncomplete |= m_ownStacks->isIncomplete();
    }
    warn();
    return {};
}

/// The earliest time of all samples. Times are relative to it, because a browser that has run for days starts
/// profiling late.
void FirefoxReader::findFirstTime() {
    if (m_file.isOurs) return;
    auto first = std::numeric_limits<std::int64_t>::max();
    for (const auto& thread : m_file.threads) {
        const auto offset = offsetOf(thread);
        for (const auto* samples : {&thread.samples, &thread.jsAllocations, &thread.nativeAllocations}) {
            for (const auto time : samples->time) {
                if (time != noTime) first = std::min(first, wrappingSum(time, offset));
            }
        }
    }
    if (m_file.profilingStart) first = std::min(first, *m_file.profilingStart);
    if (first != std::numeric_limits<std::int64_t>::max()) m_firstTime = first;
}

void FirefoxReader::addOrigin() {
    auto& origin = m_builder.origin();
    origin.addressBase = AddressBase::Image;
    if (const auto start = m_file.processes.front().startTime; start && *start != 0)
        origin.startTime = wrappingSum(nanoseconds(*start), m_firstTime);
    if (m_file.profilingStart && m_file.profilingEnd)
        origin.duration = std::max<std::int64_t>(0, *m_file.profilingEnd - *m_file.profilingStart);
    if (m_file.isOurs) return;
    origin.command = m_file.product;
    if (m_file.interval > 0) {
        origin.period = nanoseconds(m_file.interval);
        origin.periodType = "time";
        origin.periodUnit = "nanoseconds";
    }
}

/// What is added to a thread's times: in Gecko files, each process counts times from its own start.
std::int64_t FirefoxReader::offsetOf(const FirefoxThread& thread) const {
    const auto& first = m_file.processes.front().startTime;
    const auto& own = m_file.processes[thread.process].startTime;
    return first && own ? nanoseconds(*own - *first) : 0;
}

FirefoxReader::Clock FirefoxReader::clockOf(const FirefoxThread& thread) const {
    return {wrappingDifference(offsetOf(thread), m_firstTime), thread.hasTimes};
}

FirefoxReader::Code FirefoxReader::codeOf(const FirefoxThread& thread) {
    Code code{m_sharedFrames.get(), m_sharedStacks.get()};
    m_ownStacks.reset();
    m_ownFrames.reset();
    const auto& tables = thread.tables;
    if (tables.hasFrames()) {
        auto* libraries = &m_libraries[thread.process];
        if (!tables.libraries.empty()) libraries = &m_libraries.emplace_back(tables.libraries, m_builder);
        m_ownFrames = std::make_unique<FirefoxFrames>(tables, m_file, *libraries, m_document, m_builder);
        code.frames = m_ownFrames.get();
    }
    if (tables.hasStacks()) {
        m_ownStacks = std::make_unique<FirefoxStacks>(tables, *code.frames, m_builder, categories());
        code.stacks = m_ownStacks.get();
    }
    return code;
}

/// Old files have no ids: there, each main thread begins another process.
ProcessIndex FirefoxReader::processOf(const FirefoxThread& thread) {
    auto id = thread.pidText;
    if (id.empty() && !m_file.isOurs) {
        if (thread.name == "GeckoMain" || thread.name == "Content") ++m_mainThreads;
        id = fmt::format("#{}", m_mainThreads);
    }
    // Old files have only types ("default", "tab"). Candela's own files mark processes without a name.
    const auto& name = thread.processName.empty() && !m_file.isOurs ? thread.processType : thread.processName;
    auto& process = m_processes[{thread.process, id, m_file.isOurs ? "" : name}];
    if (process.isNone())
        process = m_builder.addProcess(
            {.pid = thread.pid, .parent = {}, .name = m_builder.string(name), .labels = {}});
    return process;
}

/// Threads without ids are all distinct.
ThreadIndex FirefoxReader::threadOf(const FirefoxThread& thread) {
    const auto process = processOf(thread);
    const auto& name = m_file.isOurs ? thread.ownName : thread.name;
    ThreadIndex own;
    const bool hasId = m_file.isOurs || thread.tid != 0;
    auto& known = hasId ? m_threads[{process, thread.tid, name}] : own;
    if (known.isNone())
        known = m_builder.addThread(
            {.process = process,
             .tid = thread.tid,
             .startTime = m_file.isOurs ? noTime : clockOf(thread).time(thread.registerTime),
             .name = m_builder.string(name),
             .labels = {}});
    return known;
}

ValueTypeIndex FirefoxReader::valueOf(const FirefoxThread& thread) {
    if (m_file.isOurs) {
        const auto value = m_builder.valueType(thread.value, thread.valueUnit);
        if (!m_file.defaultValue.empty() && thread.value == m_file.defaultValue)
            m_builder.setDefaultValue(value);
        return value;
    }
    const auto [name, unit] = valueTypeOf(thread.samples.weight.empty() ? "" : thread.samples.weightType);
    const auto value = m_builder.valueType(name, unit);
    if (value.row() == 0) m_builder.setDefaultValue(value);
    return value;
}

/// Categories are labels, but those of Candela's own files only repeat the kinds of frames.
FirefoxStacks::Categories FirefoxReader::categories() const {
    return m_file.isOurs ? FirefoxStacks::Categories::Unused : FirefoxStacks::Categories::Used;
}

LabelSetIndex FirefoxReader::labelsOf(std::int32_t category) {
    if (category < 0 || static_cast<std::size_t>(category) >= m_labels.size()) return {};
    auto& known = m_labels[static_cast<std::size_t>(category)];
    const auto& name = m_file.categories[static_cast<std::size_t>(category)];
    if (known.isNone() && !name.empty()) known = m_builder.labelSet({m_builder.textLabel("category", name)});
    return known;
}

Result<void> FirefoxReader::addSamples(const FirefoxThread& thread, const FirefoxSamples& samples, Code code,
                                       ThreadIndex owner, ValueTypeIndex value, Task& task) {
    const auto clock = clockOf(thread);
    m_builder.reserveSamples(value, samples.stack.size());
    for (std::size_t row = 0; row < samples.stack.size(); ++row) {
        if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
        // A row without a stack means that no sample was taken.
        const auto stack = code.stacks->stack(samples.stack[row]);
        if (stack.isNone()) continue;
        const bool hasWeight = !samples.weight.empty();
        m_builder.addSample(value,
                            {.stack = stack,
                             .weight = !hasWeight                    ? 1
                                       : row < samples.weight.size() ? samples.weight[row]
                                                                     : 0,
                             .time = row < samples.time.size() ? clock.time(samples.time[row]) : noTime,
                             .thread = owner,
                             .labels = labelsOf(code.stacks->category(samples.stack[row]))});
    }
    return {};
}

/// Adds CPU time: each sample has the time since the previous one; zero means that nothing ran.
void FirefoxReader::addCpuTime(const FirefoxThread& thread, Code code, ThreadIndex owner) {
    const auto& samples = thread.samples;
    const bool isTime = m_file.cpuUnit == "ns" || m_file.cpuUnit == "µs";
    const std::int64_t factor = m_file.cpuUnit == "µs" ? 1'000 : 1;
    const auto rows = std::min(samples.stack.size(), samples.cpuDelta.size());
    const bool ran = std::any_of(samples.cpuDelta.begin(), samples.cpuDelta.begin() + std::ptrdiff_t(rows),
                                 [](std::int64_t delta) { return delta > 0; });
    if (!ran) return;
    const auto clock = clockOf(thread);
    const auto value = m_builder.valueType("cpu", isTime ? "nanoseconds" : "cycles");
    for (std::size_t row = 0; row < rows; ++row) {
        if (samples.cpuDelta[row] <= 0) continue;
        const auto stack = code.stacks->stack(samples.stack[row]);
        if (stack.isNone()) continue;
        std::int64_t weight = 0;
        if (__builtin_mul_overflow(samples.cpuDelta[row], factor, &weight))
            weight = std::numeric_limits<std::int64_t>::max();
        m_builder.addSample(value,
                            {.stack = stack,
                             .weight = weight,
                             .time = row < samples.time.size() ? clock.time(samples.time[row]) : noTime,
                             .thread = owner,
                             .labels = labelsOf(code.stacks->category(samples.stack[row]))});
    }
}

void FirefoxReader::warn() {
    m_isIncomplete |= m_sharedFrames->isIncomplete() || m_sharedStacks->isIncomplete();
    if (m_isIncomplete)
        m_builder.addWarning(
            ModelText::tr("Some stacks refer to callers, frames or names that the file does not hold."));
    if (m_document.end() != JsonEnd::Whole) m_builder.addWarning(m_document.endWarning());
    std::uint64_t markers = 0;
    for (const auto& thread : m_file.threads)
        markers =
            std::min<std::uint64_t>(markers + thread.markers, std::numeric_limits<std::int64_t>::max() / 2);
    if (markers > 0)
        m_builder.addComment(fmt::format("The file also holds {} markers, which are not shown.",
                                         formatCount(static_cast<std::int64_t>(markers))));
}

} // namespace candela
