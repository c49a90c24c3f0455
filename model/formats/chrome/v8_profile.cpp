#include "model/formats/chrome/v8_profile.h"

#include "model/base/wrapping.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/formats/json/json_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace candela {

namespace {

constexpr std::int64_t microsecond = 1'000;            // nanoseconds
constexpr std::int64_t latest = std::int64_t{1} << 51; // microseconds, so that nanoseconds fit into 64 bits

/// The time, limited so that sums of times do not overflow.
std::int64_t bounded(double number) {
    return static_cast<std::int64_t>(std::clamp(number, -double(latest), double(latest)));
}

void appendNumbers(JsonValue list, std::vector<std::int64_t>& numbers) {
    std::vector<std::int64_t> added;
    readNumbers(list.rawArray(), 1, 0, added);
    if (numbers.empty())
        numbers = std::move(added);
    else
        numbers.insert(numbers.end(), added.begin(), added.end());
}

} // namespace

void V8CallFrame::readField(JsonKey key, JsonValue value, ProfileBuilder& builder) {
    if (key == "functionName")
        m_name = builder.string(value.text());
    else if (key == "url")
        m_file = builder.string(value.text());
    else if (key == "lineNumber")
        m_line = value.integer().value_or(-1);
}

Frame V8CallFrame::frame(ProfileBuilder& builder) const {
    const bool isScript = !builder.text(m_file).empty();
    const auto name = builder.text(m_name).empty() ? builder.string("(anonymous)") : m_name;
    Frame frame;
    frame.kind = isScript ? FrameKind::Interpreted : FrameKind::User;
    const auto line = m_line < std::numeric_limits<std::int64_t>::max() ? lineNumber(m_line + 1) : 0;
    frame.function = builder.function({.name = name,
                                       .rawName = {},
                                       .file = isScript ? m_file : StringIndex(),
                                       .startLine = line,
                                       .mapping = {}});
    return frame;
}

void V8Profile::readField(JsonKey key, JsonValue value) {
    if (key == "nodes")
        value.forEachItem([&](JsonValue node) { readNode(node, noRow, 0); });
    else if (key == "head")
        readNode(value, noRow, 0);
    else if (key == "samples")
        appendNumbers(value, m_samples);
    else if (key == "timeDeltas")
        appendNumbers(value, m_deltas);
    else if (key == "timestamps")
        appendNumbers(value, m_stamps);
    else if (key == "lines")
        appendNumbers(value, m_lines);
    else if (key == "startTime")
        m_start = value.number();
    else if (key == "endTime")
        m_end = value.number();
}

void V8Profile::append(V8Profile&& piece) {
    const auto shift = m_nodes.size();
    for (auto& node : piece.m_nodes) {
        if (node.parent != noRow) node.parent += shift;
        m_rows.try_emplace(node.id, m_nodes.size());
        m_nodes.push_back(node);
    }
    for (const auto& [child, parent] : piece.m_childLinks)
        m_childLinks.emplace_back(child, parent + shift);
    for (auto hits : piece.m_lineHits) {
        hits.node += shift;
        m_lineHits.push_back(hits);
    }
    const auto add = [](std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    // A chunk may have fewer lines than samples.
    if (!piece.m_lines.empty()) m_lines.resize(m_samples.size());
    add(m_samples, piece.m_samples);
    add(m_deltas, piece.m_deltas);
    add(m_lines, piece.m_lines);
    if (piece.m_start) m_start = piece.m_start;
    if (piece.m_end) m_end = piece.m_end;
    m_isIncomplete |= piece.m_isIncomplete;
}

/// Older profiles have the functions inside the nodes, and nested nodes.
void V8Profile::readNode(JsonValue value, std::size_t parent, int level) {
    const auto row = m_nodes.size();
    m_nodes.emplace_back().parent = parent;
    V8CallFrame callFrame;
    value.forEachField([&](JsonKey key, JsonValue field) {
        if (key == "id") {
            m_nodes[row].id = field.integer().value_or(-1);
        } else if (key == "parent") {
            m_nodes[row].parentId = field.integer().value_or(-1);
        } else if (key == "hitCount") {
            m_nodes[row].hits = field.integer().value_or(0);
        } else if (key == "selfTime") {
            m_nodes[row].selfMilliseconds = field.number().value_or(0);
        } else if (key == "callFrame") {
            field.forEachField(
                [&](JsonKey inner, JsonValue part) { callFrame.readField(inner, part, m_builder); });
        } else if (key == "positionTicks") {
            readLineHits(field, row);
        } else if (key == "children") {
            field.forEachItem([&](JsonValue child) {
                const auto id = child.integer();
                if (id)
                    m_childLinks.emplace_back(*id, row);
                else if (level < maximumLevels)
                    readNode(child, row, level + 1);
                else
                    m_isIncomplete = true;
            });
        } else {
            callFrame.readField(key, field, m_builder);
        }
    });
    finishNode(row, callFrame);
}

void V8Profile::readLineHits(JsonValue list, std::size_t node) {
    list.forEachItem([&](JsonValue item) {
        LineHits hits{node, 0, 0};
        item.forEachField([&](JsonKey key, JsonValue value) {
            if (key == "line")
                hits.line = lineNumber(value.integer().value_or(0));
            else if (key == "ticks")
                hits.hits = value.integer().value_or(0);
        });
        m_lineHits.push_back(hits);
    });
}

void V8Profile::finishNode(std::size_t row, const V8CallFrame& callFrame) {
    auto& node = m_nodes[row];
    if (callFrame.isNamed("(root)", m_builder))
        node.role = Role::Root;
    else if (callFrame.isNamed("(idle)", m_builder))
        node.role = Role::Idle;
    else if (callFrame.isNamed("(garbage collector)", m_builder))
        node.role = Role::Collector;
    node.content = callFrame.frame(m_builder);
    node.frame = m_builder.frame(node.content);
    m_rows.try_emplace(node.id, row);
}

V8Profile::Node* V8Profile::node(std::int64_t id) {
    const auto found = m_rows.find(id);
    return found == m_rows.end() ? nullptr : &m_nodes[found->second];
}

void V8Profile::resolveParents() {
    for (const auto& [child, parent] : m_childLinks) {
        auto* found = node(child);
        if (found && found->parentId < 0) found->parent = parent;
        m_isIncomplete |= !found;
    }
    for (auto& node : m_nodes) {
        if (node.parentId < 0) continue;
        const auto found = m_rows.find(node.parentId);
        m_isIncomplete |= found == m_rows.end();
        if (found != m_rows.end()) node.parent = found->second;
    }
}

/// The stack of a node, without the root, which does not represent code.
StackIndex V8Profile::stackOf(Node& start) {
    StackIndex caller;
    m_scratch.clear();
    for (auto* at = &start; at && at->role != Role::Root;) {
        if (at->isOpen) {
            m_isIncomplete = true;
            break;
        }
        if (at->hasStack) {
            caller = at->stack;
            break;
        }
        at->isOpen = true;
        m_scratch.push_back(at - m_nodes.data());
        at = at->parent == noRow ? nullptr : &m_nodes[at->parent];
    }
    for (auto row = m_scratch.rbegin(); row != m_scratch.rend(); ++row) {
        auto& here = m_nodes[static_cast<std::size_t>(*row)];
        here.stack = caller = m_builder.stack(caller, here.frame);
        here.hasStack = true;
        here.isOpen = false;
    }
    return caller;
}

StackIndex V8Profile::unknownStack() {
    Frame unknown;
    unknown.kind = FrameKind::Unknown;
    return m_builder.stack({}, m_builder.frame(unknown));
}

StackIndex V8Profile::stackAtLine(Node& node, std::int64_t line) {
    const auto stack = stackOf(node);
    if (line <= 0 || node.role != Role::Code) return stack;
    auto frame = node.content;
    frame.line = lineNumber(line);
    const auto caller = node.parent == noRow ? StackIndex() : stackOf(m_nodes[node.parent]);
    return m_builder.stack(caller, m_builder.frame(frame));
}

/// The unit of startTime and endTime in microseconds. Profiles from before 2014 use seconds without stating
/// it: then the time stamps match seconds better, or samples would be closer together than any machine can
/// take them.
double V8Profile::unitOfTimes() const {
    constexpr double second = 1e6;
    constexpr double minimumPeriod = 10;
    if (!m_start || !m_deltas.empty()) return 1;
    if (!m_stamps.empty()) {
        const auto stamp = static_cast<double>(m_stamps.front());
        return std::abs(*m_start * second - stamp) < std::abs(*m_start - stamp) ? second : 1;
    }
    if (!m_end) return 1;
    auto count = static_cast<double>(std::max<std::size_t>(m_samples.size(), 1));
    if (m_samples.empty()) {
        for (const auto& node : m_nodes)
            count += static_cast<double>(std::max<std::int64_t>(node.hits, 0));
    }
    return *m_end - *m_start < count * minimumPeriod ? second : 1;
}

std::optional<std::int64_t> V8Profile::startTime() const {
    constexpr std::int64_t hour = 3'600'000'000;
    if (!m_stamps.empty()) {
        const auto first = std::clamp(m_stamps.front(), -latest, latest);
        // The stated start is not used if it is a time of another clock than that of the samples.
        if (!m_start || std::abs(bounded(*m_start * unitOfTimes()) - first) > hour) return first;
    }
    return m_start ? std::optional(bounded(*m_start * unitOfTimes())) : std::nullopt;
}

/// The duration in microseconds; 0 if the file does not state it.
std::int64_t V8Profile::duration() const {
    if (!m_start || !m_end || !(*m_end > *m_start)) return 0;
    return bounded((*m_end - *m_start) * unitOfTimes());
}

/// Some writers count the first delta from the zero of another clock, days before the rest.
void V8Profile::dropWrongFirstDelta() {
    const auto whole = duration();
    if (m_deltas.empty() || whole <= 0 || m_deltas.front() <= whole) return;
    std::int64_t rest = 0;
    for (std::size_t row = 1; row < m_deltas.size(); ++row)
        rest = std::clamp(wrappingSum(rest, std::clamp(m_deltas[row], -latest, latest)), -latest, latest);
    if (rest <= 2 * whole) m_deltas.front() = 0;
}

/// Microseconds since the start, one for each sample. Clocks of processors differ, so times are made
/// ascending.
std::vector<std::int64_t> V8Profile::sampleTimes() const {
    std::vector<std::int64_t> times;
    times.reserve(m_samples.size());
    const auto start = startTime().value_or(0);
    const bool isEven = m_deltas.empty() && m_stamps.empty();
    const auto period = static_cast<double>(duration()) / static_cast<double>(m_samples.size());
    std::int64_t now = 0;
    std::int64_t last = 0;
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        if (isEven)
            now = bounded(period * static_cast<double>(row));
        else if (row < m_deltas.size())
            now = std::clamp(wrappingSum(now, std::clamp(m_deltas[row], -latest, latest)), -latest, latest);
        else if (row < m_stamps.size())
            now = std::clamp(wrappingDifference(std::clamp(m_stamps[row], -latest, latest), start), -latest,
                             latest);
        last = std::max(last, now);
        times.push_back(last);
    }
    return times;
}

void V8Profile::addTo(ThreadIndex thread, std::int64_t origin) {
    resolveParents();
    dropWrongFirstDelta();
    if (m_samples.empty())
        addNodeTimes(thread);
    else
        addSamples(thread, wrappingDifference(startTime().value_or(0), origin));
    addHits(thread);
}

void V8Profile::addSamples(ThreadIndex thread, std::int64_t shift) {
    const auto times = sampleTimes();
    const auto value = m_builder.valueType("cpu", "nanoseconds");
    m_builder.setDefaultValue(value);
    m_builder.reserveSamples(value, times.size());
    const auto end = std::max(times.back(), duration());
    m_builder.setLasts(value);
    m_builder.coverUntil((end + shift) * microsecond); // idle time counts for the duration, too
    StackIndex before;
    for (std::size_t row = 0; row < times.size(); ++row) {
        auto* ran = node(m_samples[row]);
        m_isIncomplete |= !ran;
        const auto next = row + 1 < times.size() ? times[row + 1] : end;
        const auto weight = (next - times[row]) * microsecond;
        if (ran && ran->role == Role::Idle) {
            auto& idle = m_builder.origin().idleTime;
            idle = wrappingSum(idle, weight);
            before = {};
            continue;
        }
        // The garbage collector's time is attributed to the function that ran before it.
        const bool isCollector = ran && ran->role == Role::Collector;
        const auto stack = isCollector ? m_builder.stack(before, ran->frame)
                           : ran       ? stackAtLine(*ran, row < m_lines.size() ? m_lines[row] : 0)
                                       : unknownStack();
        if (!isCollector) before = stack;
        m_builder.addSample(value, {.stack = stack,
                                    .weight = weight,
                                    .time = (times[row] + shift) * microsecond,
                                    .thread = thread,
                                    .labels = {}});
    }
}

/// For a profile without samples: adds each node's own time, else its share of the duration by hits.
void V8Profile::addNodeTimes(ThreadIndex thread) {
    double hits = 0;
    bool haveTimes = false;
    for (const auto& node : m_nodes) {
        hits += static_cast<double>(node.hits);
        haveTimes |= node.selfMilliseconds > 0;
    }
    const auto whole = duration();
    if (!haveTimes && (whole == 0 || hits <= 0)) return;
    const auto value = m_builder.valueType("cpu", "nanoseconds");
    m_builder.setDefaultValue(value);
    m_builder.coverUntil(whole * microsecond);
    const auto microsecondsOfHit = hits > 0 ? static_cast<double>(whole) / hits : 0;
    for (auto& node : m_nodes) {
        const auto time =
            haveTimes ? node.selfMilliseconds * 1e3 : static_cast<double>(node.hits) * microsecondsOfHit;
        const auto weight = bounded(time * microsecond);
        if (weight <= 0) continue;
        auto& idle = m_builder.origin().idleTime;
        if (node.role == Role::Idle)
            idle = wrappingSum(idle, weight);
        else
            m_builder.addSample(value,
                                {.stack = stackOf(node), .weight = weight, .thread = thread, .labels = {}});
    }
}

void V8Profile::addHits(ThreadIndex thread) {
    std::vector<std::int64_t> rest;
    for (const auto& node : m_nodes)
        rest.push_back(node.role == Role::Idle ? 0 : node.hits);
    if (std::ranges::all_of(rest, [](std::int64_t hits) { return hits == 0; })) return;
    const auto value = m_builder.valueType("samples", "count");
    const auto add = [&](StackIndex stack, std::int64_t hits) {
        m_builder.addSample(value, {.stack = stack, .weight = hits, .thread = thread, .labels = {}});
    };
    for (const auto& hits : m_lineHits) {
        auto& left = rest[hits.node];
        if (hits.hits <= 0 || hits.hits > left) continue;
        left -= hits.hits;
        add(stackAtLine(m_nodes[hits.node], hits.line), hits.hits);
    }
    for (std::size_t row = 0; row < rest.size(); ++row) {
        if (rest[row] != 0) add(stackOf(m_nodes[row]), rest[row]);
    }
}

} // namespace candela
