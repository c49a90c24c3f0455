#include "model/formats/perf_data/perf_data_events.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace candela {

namespace {

constexpr std::size_t minimumAttributeSize = 64; // of Linux 2.6.31

/// The flags are a bit field: on little-endian machines the first flag is the lowest bit, on others the
/// highest bit of the first byte.
std::uint64_t readFlags(PerfDataBytes& bytes) {
    std::uint64_t flags = 0;
    for (unsigned index = 0; index < wordSize; ++index) {
        std::uint64_t byte = bytes.number<std::uint8_t>();
        if (bytes.order() == ByteOrder::Swapped) {
            byte = (byte & 0xf0) >> 4 | (byte & 0x0f) << 4;
            byte = (byte & 0xcc) >> 2 | (byte & 0x33) << 2;
            byte = (byte & 0xaa) >> 1 | (byte & 0x55) << 1;
        }
        flags |= byte << (8 * index);
    }
    return flags;
}

std::string cacheEventName(std::uint64_t config) {
    static constexpr std::array<std::string_view, 7> caches{"L1-dcache", "L1-icache", "LLC", "dTLB",
                                                            "iTLB",      "branch",    "node"};
    static constexpr std::array<std::string_view, 3> actions{"load", "store", "prefetch"};
    const auto cache = config & 0xff;
    const auto action = config >> 8 & 0xff;
    const auto result = config >> 16 & 0xff;
    if (cache >= caches.size() || action >= actions.size() || result > 1)
        return fmt::format("cache {:#x}", config);
    if (result == 1) return fmt::format("{}-{}-misses", caches[cache], actions[action]);
    return fmt::format("{}-{}s", caches[cache], actions[action]);
}

/// The number of words in the fields before `field` in a sample.
std::size_t wordsBefore(std::uint64_t sampleType, perf::SampleField field) {
    std::uint64_t before = perf::Identifier;
    for (const auto candidate :
         {perf::Ip, perf::Tid, perf::Time, perf::Address, perf::Id, perf::StreamId, perf::Cpu}) {
        if (candidate == field) break;
        before |= candidate;
    }
    return static_cast<std::size_t>(std::popcount(sampleType & before));
}

/// The number of words from `field` to the end of a record that is not a sample.
std::size_t wordsFrom(std::uint64_t sampleType, perf::SampleField field) {
    std::uint64_t after = field;
    bool isAfter = false;
    for (const auto candidate :
         {perf::Tid, perf::Time, perf::Id, perf::StreamId, perf::Cpu, perf::Identifier}) {
        if (isAfter) after |= candidate;
        isAfter |= candidate == field;
    }
    return static_cast<std::size_t>(std::popcount(sampleType & after));
}

} // namespace

bool PerfEvent::isTracing() const {
    constexpr std::string_view drivers[]{"intel_pt", "intel_bts", "arm_spe", "cs_etm", "hisi_ptt"};
    return type >= perf::FirstDynamicType &&
           std::ranges::any_of(drivers, [&](std::string_view driver) { return name.starts_with(driver); });
}

std::optional<PerfEvent> readPerfEvent(PerfDataBytes bytes) {
    PerfEvent event;
    if (bytes.remaining() < minimumAttributeSize) return std::nullopt;
    const auto whole = bytes.remaining();
    event.type = bytes.u32();
    const auto size = bytes.u32();
    if (size > whole) return std::nullopt;
    event.config = bytes.u64();
    event.period = bytes.u64();
    event.sampleType = bytes.u64();
    event.readFormat = bytes.u64();
    event.flags = readFlags(bytes);
    bytes.skip(4 + 4 + 8 + 8); // wake-up, break point, config1, config2
    // Newer versions have more fields; missing ones read as 0.
    event.branchSampleType = bytes.u64();
    event.userRegisters = bytes.u64();
    event.userStackSize = bytes.u32();
    bytes.skip(4); // clock
    event.interruptRegisters = bytes.u64();
    return event;
}

std::string perfEventName(const PerfEvent& event) {
    static constexpr std::array<std::string_view, 10> hardware{
        "cycles",        "instructions", "cache-references",        "cache-misses",           "branches",
        "branch-misses", "bus-cycles",   "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles"};
    static constexpr std::array<std::string_view, 12> software{
        "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
        "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
        "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches"};
    constexpr std::uint64_t unitBits = 0xffffffff; // the upper half selects one of several kinds of
                                                   // processors
    const auto config = event.config & unitBits;
    switch (event.type) {
    case perf::Hardware:
        if (config < hardware.size()) return std::string(hardware[config]);
        break;
    case perf::Software:
        if (event.config < software.size()) return std::string(software[event.config]);
        break;
    case perf::Tracepoint:
        return fmt::format("tracepoint {}", event.config);
    case perf::HardwareCache:
        return cacheEventName(config);
    case perf::RawEvent:
        return fmt::format("raw {:#x}", event.config);
    default:
        break;
    }
    return fmt::format("event {}:{:#x}", event.type, event.config);
}

std::size_t PerfEvents::add(PerfEvent event, std::span<const std::uint64_t> ids) {
    const auto row = m_events.size();
    m_events.push_back(std::move(event));
    for (const auto id : ids)
        addId(row, id);
    return row;
}

std::optional<std::size_t> PerfEvents::rowOf(std::uint64_t id) const {
    const auto found = m_rows.find(id);
    if (found == m_rows.end()) return std::nullopt;
    return found->second;
}

PerfEvent* PerfEvents::find(std::uint64_t id) {
    const auto row = rowOf(id);
    return row ? &m_events[*row] : nullptr;
}

std::uint64_t PerfEvents::numberAt(std::span<const std::byte> body, std::size_t offset) const {
    if (offset > body.size() || body.size() - offset < wordSize) return 0;
    return PerfDataBytes(body.subspan(offset), m_order).u64();
}

/// perf stores the id at the same offset for all events of a file, so that it can be read before the event is
/// known.
std::optional<std::size_t> PerfEvents::ofSample(std::span<const std::byte> body) const {
    if (m_events.empty()) return std::nullopt;
    if (m_events.size() == 1) return 0;
    const auto& first = m_events.front();
    if (first.has(perf::Identifier)) return rowOf(numberAt(body, 0));
    if (!first.has(perf::Id)) return 0;
    return rowOf(numberAt(body, wordSize * wordsBefore(first.sampleType, perf::Id)));
}

std::optional<std::size_t> PerfEvents::ofOther(std::span<const std::byte> body) const {
    if (m_events.empty()) return std::nullopt;
    if (m_events.size() == 1) return 0;
    const auto& first = m_events.front();
    const auto field = first.has(perf::Identifier) ? perf::Identifier : perf::Id;
    if (!first.has(field) || !first.hasFlag(perf::SampleIdAll)) return 0;
    const auto behind = wordSize * wordsFrom(first.sampleType, field);
    if (behind > body.size()) return std::nullopt;
    // Records that perf synthesized for the initial state have no id.
    return rowOf(numberAt(body, body.size() - behind)).value_or(0);
}

std::uint64_t PerfEvents::timeOf(std::uint32_t type, std::span<const std::byte> body) const {
    if (type == perf::Sample) {
        const auto row = ofSample(body);
        if (!row || !m_events[*row].has(perf::Time)) return 0;
        return numberAt(body, wordSize * wordsBefore(m_events[*row].sampleType, perf::Time));
    }
    if (type >= perf::FirstOfTool) return 0;
    const auto row = ofOther(body);
    if (row && m_events[*row].hasFlag(perf::SampleIdAll)) {
        if (!m_events[*row].has(perf::Time)) return 0;
        const auto behind = wordSize * wordsFrom(m_events[*row].sampleType, perf::Time);
        return behind > body.size() ? 0 : numberAt(body, body.size() - behind);
    }
    constexpr std::size_t timeOfForkAndExit = 16;
    if (type == perf::Fork || type == perf::Exit) return numberAt(body, timeOfForkAndExit);
    if (type == perf::Throttle || type == perf::Unthrottle) return numberAt(body, 0);
    return 0;
}

} // namespace candela
