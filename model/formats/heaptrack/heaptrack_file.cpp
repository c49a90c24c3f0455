#include "model/formats/heaptrack/heaptrack_file.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/symbols/names/demangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr std::uint64_t newestVersion = 3;
constexpr std::uint64_t stepsOfTimeline = 2000;
constexpr std::size_t framesPerByte = 4;
constexpr std::uint64_t maximumSize = 1ull << 48; // maximum size of an allocation: more than any address
                                                  // space has

std::optional<std::uint64_t> takeHexadecimal(std::string_view& rest) {
    return parseNumber<std::uint64_t>(takeWord(rest), 16);
}

} // namespace

bool looksLikeHeaptrack(std::string_view start) {
    auto line = LineText::takeLine(start);
    if (!line.starts_with("v ")) return false;
    line.remove_prefix(2);
    if (!takeHexadecimal(line)) return false;
    const auto second = LineText::takeLine(start);
    return second.size() > 1 && second[1] == ' ' &&
           std::string_view("XxIsAm").find(second[0]) != std::string_view::npos;
}

Result<void> HeaptrackFile::read(std::string_view text, Task& task) {
    m_framesLeft = text.size() * framesPerByte;
    task.setRange(0, 0.6);
    TRY(readTables(text, task));
    if (m_events == 0) return failure(ModelText::tr("it holds no allocations"));
    task.setRange(0.6, 1);
    TRY(addCosts(text, task));
    m_builder.origin().duration = static_cast<std::int64_t>(std::min<std::uint64_t>(m_duration, 1ull << 40)) *
                                  nanosecondsPerMillisecond;
    if (m_damaged > 0)
        m_builder.addWarning(
            ModelText::tr("Lines that are damaged or refer to something that is not in the file were "
                          "left out: {}.",
                          formatCount(static_cast<std::int64_t>(m_damaged))));
    if (m_isCut)
        m_builder.addWarning(ModelText::tr("Stacks were cut: the file has an implausible number of frames."));
    return {};
}

Result<void> HeaptrackFile::readTables(std::string_view text, Task& task) {
    return forEachLine(text, task, [&](std::string_view line) { return readLine(line); });
}

Result<void> HeaptrackFile::readLine(std::string_view line) {
    if (line.size() < 2) return {}; // "A": heaptrack was attached, earlier events are not known
    if (const auto event = parseEvent(line)) {
        noteEvent(*event);
        return {};
    }
    switch (line[0]) {
    case 'v':
        return readVersion(line.substr(1));
    case 's':
        readString(line.substr(1));
        break;
    case 'i':
        readInstructionPointer(line.substr(1));
        break;
    case 't':
        readTrace(line.substr(1));
        break;
    case 'a':
        readAllocation(line.substr(1));
        break;
    case 'X':
        m_builder.origin().command = trimmed(line.substr(1));
        break;
    case 'x':
    case 'm':
        return failure(ModelText::tr("this is a raw recording of heaptrack, which was not interpreted yet"),
                       ErrorCode::BadInput,
                       ModelText::tr("heaptrack --interpret FILE makes a file that can be read"));
    case '#':
    case 'I':
    case 'R':
    case 'S':
        break;
    default:
        ++m_damaged;
        break;
    }
    return {};
}

Result<void> HeaptrackFile::readVersion(std::string_view line) {
    const auto program = takeHexadecimal(line);
    const auto format = takeHexadecimal(line);
    // One version of heaptrack had no file version; its own version is used instead.
    m_version = format ? *format : program == 0x010200 ? 1 : 0;
    if (m_version == 0)
        return failure(
            ModelText::tr("it was written by a heaptrack before 1.0, whose files Candela does not read"));
    if (m_version > newestVersion)
        return failure(ModelText::tr("it has version {} of heaptrack's format; Candela reads up to {}",
                                     m_version, newestVersion));
    return {};
}

/// "s main"; since version 3 "s 4 main", with the length.
void HeaptrackFile::readString(std::string_view line) {
    line.remove_prefix(1);
    if (m_version >= 3) {
        const auto size = takeHexadecimal(line);
        line = line.substr(std::min<std::size_t>(line.size(), 1));
        if (size) line = line.substr(0, *size);
    }
    m_strings.push_back(m_builder.string(line));
}

StringIndex HeaptrackFile::string(std::uint64_t number) const {
    return number == 0 || number > m_strings.size() ? StringIndex() : m_strings[number - 1];
}

/// "i ADDRESS MODULE [FUNCTION FILE LINE]...": the innermost function first, then those that it is inlined
/// into.
void HeaptrackFile::readInstructionPointer(std::string_view line) {
    Frame frame;
    frame.address = takeHexadecimal(line).value_or(0);
    if (const auto path = string(takeHexadecimal(line).value_or(0)))
        frame.mapping = m_builder.mapping({.path = path, .buildId = {}});
    std::vector<Frame> frames;
    for (auto function = takeHexadecimal(line); function; function = takeHexadecimal(line)) {
        const auto file = string(takeHexadecimal(line).value_or(0));
        frame.line = static_cast<std::uint32_t>(takeHexadecimal(line).value_or(0));
        const auto name = string(*function);
        frame.function = {};
        if (!m_builder.text(name).empty()) {
            const auto readable = demangle(m_builder.text(name));
            frame.function = m_builder.function(
                {.name = m_builder.string(readable), .rawName = {}, .file = file, .mapping = frame.mapping});
        }
        frames.push_back(frame);
    }
    if (frames.empty()) frames.push_back(frame);
    auto& chain = m_frames.emplace_back();
    std::uint16_t depth = 0;
    for (auto outer = frames.rbegin(); outer != frames.rend(); ++outer) {
        outer->inlineDepth = depth;
        if (depth > 0) outer->kind = FrameKind::Inlined;
        if (outer->function.isNone() && outer->mapping.isNone()) outer->kind = FrameKind::Unknown;
        chain.push_back(m_builder.frame(*outer));
        if (depth < std::numeric_limits<std::uint16_t>::max()) ++depth;
    }
}

/// "t POINTER CALLER": the line of the caller precedes.
void HeaptrackFile::readTrace(std::string_view line) {
    const auto pointer = takeHexadecimal(line).value_or(0);
    const auto caller = takeHexadecimal(line).value_or(0);
    StackIndex stack;
    if (caller > m_traces.size() || pointer > m_frames.size())
        ++m_damaged;
    else if (caller > 0)
        stack = m_traces[caller - 1];
    if (pointer > 0 && pointer <= m_frames.size()) {
        for (const auto frame : m_frames[pointer - 1]) {
            if (m_framesLeft == 0) {
                m_isCut = true;
                break;
            }
            --m_framesLeft;
            stack = m_builder.stack(stack, frame);
        }
    }
    m_traces.push_back(stack);
}

/// "a SIZE TRACE"
void HeaptrackFile::readAllocation(std::string_view line) {
    const auto size = takeHexadecimal(line);
    const auto trace = takeHexadecimal(line);
    const bool isWhole = size && trace && *trace <= m_traces.size() && *size <= maximumSize;
    if (!isWhole) ++m_damaged;
    m_allocations.push_back(isWhole ? Allocation{*size, static_cast<std::uint32_t>(*trace)} : Allocation{});
}

/// "+ ALLOCATION", "- ALLOCATION", "c MILLISECONDS".
std::optional<HeaptrackFile::Event> HeaptrackFile::parseEvent(std::string_view line) const {
    const auto mode = line[0];
    if ((mode != '+' && mode != '-' && mode != 'c') || line[1] != ' ') return std::nullopt;
    auto rest = line.substr(2);
    const auto number = takeHexadecimal(rest);
    if (!number || (mode != 'c' && *number >= m_allocations.size())) return std::nullopt;
    return Event{mode, *number};
}

void HeaptrackFile::noteEvent(const Event& event) {
    if (event.mode == 'c') {
        m_duration = std::max(m_duration, event.number);
        return;
    }
    ++m_events;
    const auto size = m_allocations[event.number].size;
    if (event.mode == '-') {
        m_inUse -= std::min(m_inUse, size);
        return;
    }
    m_inUse += size;
    if (m_inUse <= m_peak) return;
    m_peak = m_inUse;
    m_peakEvent = m_events;
}

Result<void> HeaptrackFile::addCosts(std::string_view text, Task& task) {
    m_allocationsValue = m_builder.valueType("allocations", "count");
    m_temporaryValue = m_builder.valueType("temporary", "count");
    m_leakedValue = m_builder.valueType("leaked", "bytes");
    m_peakValue = m_builder.valueType("peak", "bytes");
    m_costs.resize(m_traces.size() + 1);
    m_stepSize = m_duration / stepsOfTimeline + 1;
    m_events = 0;
    TRY(forEachLine(text, task, [&](std::string_view line) {
        if (line.size() < 2) return;
        if (const auto event = parseEvent(line)) addEvent(*event);
    }));
    addStep();
    addSums();
    return {};
}

void HeaptrackFile::addEvent(const Event& event) {
    if (event.mode == 'c') {
        m_time = std::max(m_time, event.number);
        if (m_time - m_stepTime >= m_stepSize) addStep();
        return;
    }
    ++m_events;
    const auto& allocation = m_allocations[event.number];
    auto& cost = m_costs[allocation.trace];
    if (!cost.isListed) m_listed.push_back(allocation.trace);
    cost.isListed = true;
    const auto size = static_cast<std::int64_t>(allocation.size);
    if (event.mode == '+') {
        ++cost.allocations;
        cost.leaked = std::min(cost.leaked, std::numeric_limits<std::int64_t>::max() - size) + size;
        m_lastAllocation = event.number;
    } else {
        cost.leaked = std::max(cost.leaked, std::numeric_limits<std::int64_t>::min() + size) - size;
        // An allocation is temporary if it is freed before any other event.
        if (m_lastAllocation == event.number) ++cost.temporary;
        m_lastAllocation.reset();
    }
    if (m_events != m_peakEvent) return;
    for (auto& each : m_costs)
        each.peak = each.leaked;
}

/// Ends a step of the timeline: its allocations become samples.
void HeaptrackFile::addStep() {
    Sample sample{.stack = {},
                  .time = static_cast<std::int64_t>(std::min<std::uint64_t>(m_stepTime, 1ull << 40)) *
                          nanosecondsPerMillisecond,
                  .thread = {},
                  .labels = {}};
    for (const auto trace : m_listed) {
        auto& cost = m_costs[trace];
        sample.stack = trace == 0 ? StackIndex() : m_traces[trace - 1];
        sample.weight = std::exchange(cost.allocations, 0);
        if (sample.weight != 0) m_builder.addSample(m_allocationsValue, sample);
        sample.weight = std::exchange(cost.temporary, 0);
        if (sample.weight != 0) m_builder.addSample(m_temporaryValue, sample);
        cost.isListed = false;
    }
    m_listed.clear();
    m_stepTime = m_time;
}

void HeaptrackFile::addSums() {
    for (std::size_t trace = 0; trace < m_costs.size(); ++trace) {
        Sample sample{.stack = trace == 0 ? StackIndex() : m_traces[trace - 1], .thread = {}, .labels = {}};
        sample.weight = m_costs[trace].leaked;
        if (sample.weight != 0) m_builder.addSample(m_leakedValue, sample);
        sample.weight = m_costs[trace].peak;
        if (sample.weight != 0) m_builder.addSample(m_peakValue, sample);
    }
}

} // namespace candela
