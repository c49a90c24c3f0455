#include "model/formats/perf_data/perf_data_samples.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t maximumValueTypes = 256;

std::string_view unitOf(const PerfEvent& event) {
    return event.isClock() || event.name == "offcpu-time" ? "nanoseconds" : "count";
}

} // namespace

/// Adds a value type for each event. Events of one name get different names, because they are counted
/// separately.
void PerfSamples::addValues(std::span<const std::size_t> counts) {
    const auto& events = m_header.events;
    m_values.resize(events.size());
    m_switches.resize(events.size());
    std::size_t added = 0;
    for (std::size_t row = 0; row < events.size() && added < maximumValueTypes; ++row) {
        const auto& event = events[row];
        if ((event.isDummy() || event.isTracing()) && counts[row] == 0) continue;
        auto name = event.name;
        auto value = m_builder.valueType(name, unitOf(event));
        for (int number = 2; value.row() < added; ++number) {
            name = fmt::format("{} ({})", event.name, number);
            value = m_builder.valueType(name, unitOf(event));
        }
        ++added;
        m_values[row] = value;
        m_builder.reserveSamples(value, counts[row]);
        if (event.type == perf::Tracepoint && event.name == "sched:sched_switch" && event.has(perf::Raw))
            m_switches[row] = m_header.tracepoints.find(event.config);
        m_hasSwitchEvent |= m_switches[row] != nullptr;
    }
}

/// A thread leaves a processor or returns to one: adds its off-CPU time, unless an event reports it with the
/// call stack.
void PerfSamples::applySwitch(const PerfRecord& record, std::int64_t time) {
    if (m_hasSwitchEvent || time == noTime) return;
    const auto event = m_header.events.ofOther(record.body);
    if (!event) return;
    const auto id = readPerfSampleId(m_header.events[*event], record.body, m_header.order());
    if (id.tid == 0) return;
    auto& thread = m_processes.thread(id.pid, id.tid);
    if (record.misc & perf::miscSwitchOut) {
        thread.offSince = time;
        thread.offStack = {};
        thread.offStackEnd = StackEnd::Unknown;
    } else {
        endWait(thread, time, id.cpu ? static_cast<std::int32_t>(*id.cpu) : -1);
    }
}

void PerfSamples::endWait(PerfThread& thread, std::int64_t time, std::int32_t cpu) {
    if (thread.offSince == noTime || time <= thread.offSince) return;
    if (!m_offCpu) {
        m_offCpu = m_builder.valueType("off-cpu", "nanoseconds");
        m_builder.setLasts(m_offCpu);
    }
    m_builder.addSample(m_offCpu, {.stack = thread.offStack,
                                   .weight = time - thread.offSince,
                                   .time = thread.offSince,
                                   .thread = m_processes.row(thread),
                                   .cpu = cpu,
                                   .labels = {},
                                   .stackEnd = thread.offStackEnd});
    thread.offSince = noTime;
}

/// sched:sched_switch is sampled in the thread that leaves, and states the one that follows.
void PerfSamples::addSwitch(const PerfTracepoint& tracepoint, PerfThread& from, const Sample& sample) {
    if (sample.time == noTime) return;
    const PerfDataBytes raw(m_sample.raw, m_header.order());
    if (from.tid != 0) {
        from.offSince = sample.time;
        from.offStack = sample.stack;
        from.offStackEnd = sample.stackEnd;
    }
    const auto next = tracepointNumber(tracepoint, "next_pid", raw);
    if (!next || *next <= 0) return;
    if (auto* thread = m_processes.findThread(static_cast<std::uint32_t>(*next)))
        endWait(*thread, sample.time, sample.cpu);
}

/// The weights of the current sample, for each value type that it counts for. A group's leader is sampled
/// with the readings of all its events; their increase counts.
void PerfSamples::weigh(std::size_t event) {
    m_weights.clear();
    if (m_sample.readings.empty()) {
        m_weights.emplace_back(m_values[event], static_cast<std::int64_t>(m_sample.period));
        return;
    }
    const bool isByThread = m_header.events[event].hasFlag(perf::IsInherited);
    for (const auto& reading : m_sample.readings) {
        const auto row = m_header.events.rowOf(reading.id);
        if (!row) continue;
        auto& before = m_counts[{reading.id, isByThread ? m_sample.tid : 0}];
        const auto grown = static_cast<std::int64_t>(reading.value - before);
        before = reading.value;
        if (grown != 0) m_weights.emplace_back(m_values[*row], grown);
    }
}

void PerfSamples::addSamples(Sample sample, std::span<const Weight> weights) {
    for (const auto& [value, weight] : weights) {
        if (!value) continue;
        sample.weight = weight;
        m_builder.addSample(value, sample);
    }
}

void PerfSamples::applySample(const PerfRecord& record, std::int64_t time) {
    const auto row = m_header.events.ofSample(record.body);
    if (!row) {
        ++m_unknownEvents;
        return;
    }
    const auto& event = m_header.events[*row];
    if (!readPerfSample(event, record.body, m_header.order(), m_sample)) {
        ++m_damagedSamples;
        return;
    }
    weigh(*row);
    auto& thread = m_processes.thread(m_sample.pid, m_sample.tid);
    const PerfSampledSpace space{*thread.process->space, m_sample.pid};
    Sample sample;
    sample.time = time;
    sample.thread = event.has(perf::Tid) ? m_processes.row(thread) : ThreadIndex();
    sample.cpu = m_sample.cpu ? static_cast<std::int32_t>(*m_sample.cpu) : -1;
    m_hasBranches |= m_sample.branches.size() > 0 && !(event.branchSampleType & perf::branchCallStack);
    if (auto deferred = m_stacks.deferredStackOf(m_sample, record.mode(), space)) {
        m_deferred[m_sample.tid].push_back({sample, std::move(*deferred), m_weights});
        return;
    }
    const auto stack = m_stacks.stackOf(event, m_sample, record.mode(), space);
    sample.stack = stack.stack;
    sample.stackEnd = stack.end;
    addSamples(sample, m_weights);
    if (const auto* tracepoint = m_switches[*row]) addSwitch(*tracepoint, thread, sample);
}

/// Adds the user part to stacks that were taken in the kernel: to those of all samples since the thread
/// entered the kernel.
void PerfSamples::applyDeferredChain(const PerfRecord& record) {
    const auto row = m_header.events.ofOther(record.body);
    if (!row) return;
    const auto id = readPerfSampleId(m_header.events[*row], record.body, m_header.order());
    PerfDataBytes bytes(record.body, m_header.order());
    const auto cookie = bytes.u64();
    const auto count = bytes.u64();
    const auto waiting = m_deferred.find(id.tid);
    if (!bytes.canHold(count, sizeof(std::uint64_t)) || waiting == m_deferred.end()) return;
    const PerfWords chain(bytes.bytes(count * sizeof(std::uint64_t)), m_header.order());
    const PerfSampledSpace space{*m_processes.thread(id.pid, id.tid).process->space, id.pid};
    std::erase_if(waiting->second, [&](DeferredSample& deferred) {
        if (deferred.stack.cookie != cookie) return false;
        const auto stack = m_stacks.finish(deferred.stack, chain, space);
        deferred.sample.stack = stack.stack;
        deferred.sample.stackEnd = stack.end;
        addSamples(deferred.sample, deferred.weights);
        return true;
    });
}

void PerfSamples::addDeferredWithoutUser() {
    const PerfAddressSpace nothing;
    for (auto& [tid, waiting] : m_deferred) {
        for (auto& deferred : waiting) {
            deferred.sample.stack = m_stacks.finish(deferred.stack, {}, {nothing, 0}).stack;
            deferred.sample.stackEnd = StackEnd::Failed;
            addSamples(deferred.sample, deferred.weights);
        }
    }
    m_deferred.clear();
}

bool PerfSamples::isEmpty() const {
    const auto hasSamples = [this](ValueTypeIndex value) {
        return value && m_builder.sampleCount(value) > 0;
    };
    return !m_offCpu && std::ranges::none_of(m_values, hasSamples);
}

void PerfSamples::addOrigin() {
    for (std::size_t row = 0; row < m_values.size(); ++row) {
        if (!m_values[row] || m_builder.sampleCount(m_values[row]) == 0) continue;
        const auto& event = m_header.events[row];
        if (event.name == "sched:sched_switch" && m_offCpu) continue;
        m_builder.setDefaultValue(m_values[row]);
        if (event.hasFlag(perf::IsFrequency)) return;
        auto& origin = m_builder.origin();
        origin.period = static_cast<std::int64_t>(event.period);
        origin.periodType = event.name;
        origin.periodUnit = unitOf(event);
        return;
    }
    if (m_offCpu) m_builder.setDefaultValue(m_offCpu);
}

void PerfSamples::addWarnings() {
    const auto count = [](std::uint64_t number) { return formatCount(static_cast<std::int64_t>(number)); };
    if (m_damagedSamples > 0)
        m_builder.addWarning(
            ModelText::tr("Samples that are damaged were left out: {}.", count(m_damagedSamples)));
    if (m_unknownEvents > 0)
        m_builder.addWarning(ModelText::tr(
            "Samples of events that the file does not describe were left out: {}.", count(m_unknownEvents)));
    if (m_hasBranches)
        m_builder.addWarning(
            ModelText::tr("Branch records were left out: samples have their call stacks alone."));
}

} // namespace candela
