#include "model/formats/chrome/trace_events.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/text_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace candela {

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// The number of an id; 0 for ids that are not numbers.
std::int32_t numberOf(std::string_view id) {
    std::int32_t number = 0;
    const auto [end, problem] = std::from_chars(id.data(), id.data() + id.size(), number);
    return problem == std::errc() && end == id.data() + id.size() ? number : 0;
}

} // namespace

/// One event; texts are as in the file, with escapes.
struct TraceEvents::Event {
    std::string_view name, phase, pid, tid, id;
    std::int64_t time = noTime;
    std::int64_t length = 0;
    std::string_view argumentName, url;
    std::int64_t line = 0;
    std::optional<std::int64_t> startTime; // microseconds
    std::optional<V8Profile> profile;
};

Result<void> TraceEvents::read() {
    const bool isArray = m_document.isArray();
    if (isArray) {
        m_document.forEachItem([&](JsonValue value) { readEvent(value); });
    } else {
        m_document.forEachField([&](JsonKey key, JsonValue value) {
            if (key == "traceEvents")
                value.forEachItem([&](JsonValue event) { readEvent(event); });
            else if (key == "stackFrames")
                m_samples.readFrames(value);
            else if (key == "samples")
                m_samples.readSamples(value);
        });
    }
    if (m_document.isCancelled()) return cancelled();
    const auto first = firstMicrosecond();
    const auto origin = first == never ? 0 : first;
    addSpans(origin);
    addProfiles(origin);
    m_samples.addTo([&](std::string_view pid, std::string_view tid) { return threadOf(track(pid, tid)); },
                    origin * nanosecondsPerMicrosecond);
    const bool isEmpty = std::ranges::all_of(m_tracks, [](const Track& row) { return row.spans.isEmpty(); });
    if (isEmpty && m_profiles.empty() && m_samples.isEmpty())
        return failure(m_document.end() == JsonEnd::Whole
                           ? ModelText::tr("it holds no events that take time")
                           : ModelText::tr("it is damaged before its first event"));
    warn();
    return {};
}

void TraceEvents::readEvent(JsonValue value) {
    Event event;
    value.forEachField([&](JsonKey key, JsonValue field) {
        if (key == "name")
            event.name = field.rawText();
        else if (key == "ph")
            event.phase = field.rawText();
        else if (key == "ts")
            event.time = field.scaledTime(nanosecondsPerMicrosecond).value_or(noTime);
        else if (key == "dur")
            event.length = field.scaledTime(nanosecondsPerMicrosecond).value_or(0);
        else if (key == "pid")
            event.pid = field.rawScalar();
        else if (key == "tid")
            event.tid = field.rawScalar();
        else if (key == "id")
            event.id = field.rawScalar();
        else if (key == "args")
            readArguments(field, event);
    });
    addEvent(event);
}

void TraceEvents::readArguments(JsonValue value, Event& event) {
    const auto piece = [&]() -> V8Profile& {
        if (!event.profile) event.profile.emplace(m_builder);
        return *event.profile;
    };
    value.forEachField([&](JsonKey key, JsonValue field) {
        if (key == "name") {
            event.argumentName = field.rawText();
        } else if (key == "url") {
            event.url = field.rawText();
        } else if (key == "line") {
            event.line = field.integer().value_or(0);
        } else if (key == "data") {
            field.forEachField([&](JsonKey inner, JsonValue part) {
                if (inner == "startTime")
                    event.startTime = part.integer();
                else if (inner == "timeDeltas" || inner == "lines" || inner == "endTime")
                    piece().readField(inner, part);
                else if (inner == "cpuProfile")
                    part.forEachField([&](JsonKey own, JsonValue column) { piece().readField(own, column); });
            });
        }
    });
}

void TraceEvents::addEvent(Event& event) {
    if (event.name == "Profile" || event.name == "ProfileChunk" || event.name == "CpuProfile")
        return addPiece(event);
    if (event.phase == "M") return addMetadata(event);
    const bool hasTime = event.time != noTime;
    if (event.phase == "X" && hasTime)
        m_tracks[track(event.pid, event.tid)].spans.addSpan(
            event.time, std::max<std::int64_t>(0, event.length), frameOf(event));
    else if (event.phase == "B" && hasTime)
        m_tracks[track(event.pid, event.tid)].spans.addBegin(event.time, frameOf(event), m_names[event.name]);
    else if (event.phase == "E" && hasTime)
        m_tracks[track(event.pid, event.tid)].spans.addEnd(
            event.time,
            event.name.empty() ? StringIndex() : m_builder.string(m_document.unescaped(event.name)));
    else
        ++m_otherEvents;
}

/// The event that begins a profile names its thread; its chunks may come from another thread.
void TraceEvents::addPiece(Event& event) {
    const bool isWhole = event.name == "CpuProfile";
    const auto id = isWhole ? event.tid : event.id;
    auto found = m_profiles.find({event.pid, id});
    if (found == m_profiles.end())
        found = m_profiles
                    .try_emplace({event.pid, id},
                                 PiecedProfile{V8Profile(m_builder), track(event.pid, event.tid)})
                    .first;
    auto& pieced = found->second;
    if (event.name == "Profile") pieced.track = track(event.pid, event.tid);
    if (event.profile) pieced.profile.append(std::move(*event.profile));
    constexpr std::int64_t latest = std::int64_t{1} << 51;
    if (event.startTime) pieced.profile.setStartTime(std::clamp(*event.startTime, -latest, latest));
}

void TraceEvents::addMetadata(const Event& event) {
    const auto name = m_builder.string(m_document.unescaped(event.argumentName));
    if (event.name == "process_name")
        m_processNames[event.pid] = name;
    else if (event.name == "thread_name")
        m_tracks[track(event.pid, event.tid)].name = name;
}

FrameIndex TraceEvents::frameOf(const Event& event) {
    const auto name = m_builder.string(m_document.unescaped(event.name));
    m_names[event.name] = name;
    Frame frame;
    frame.kind = event.name.empty() ? FrameKind::Unknown : FrameKind::User;
    if (event.name.empty()) return m_builder.frame(frame);
    // Script engines state the position of the function.
    const bool hasSource = !event.url.empty() && event.line > 0;
    if (hasSource) frame.line = lineNumber(event.line);
    frame.function = m_builder.function(
        {.name = name,
         .rawName = {},
         .file = hasSource ? m_builder.string(m_document.unescaped(event.url)) : StringIndex(),
         .mapping = {}});
    return m_builder.frame(frame);
}

std::size_t TraceEvents::track(std::string_view pid, std::string_view tid) {
    const auto [found, isNew] = m_trackRows.try_emplace({pid, tid}, m_tracks.size());
    if (isNew) {
        m_tracks.emplace_back();
        m_tracks.back().pid = pid;
        m_tracks.back().tid = tid;
    }
    return found->second;
}

ProcessIndex TraceEvents::processOf(std::string_view pid) {
    auto& known = m_processes[pid];
    if (known) return known;
    const auto number = numberOf(pid);
    auto name = m_processNames[pid];
    if (name.isNone() && number == 0 && pid != "0") name = m_builder.string(m_document.unescaped(pid));
    known = m_builder.addProcess({.pid = number, .parent = {}, .name = name, .labels = {}});
    return known;
}

ThreadIndex TraceEvents::threadOf(std::size_t row) {
    auto& track = m_tracks[row];
    if (track.thread) return track.thread;
    const auto number = numberOf(track.tid);
    if (track.name.isNone() && number == 0 && track.tid != "0")
        track.name = m_builder.string(m_document.unescaped(track.tid));
    track.thread = m_builder.addThread(
        {.process = processOf(track.pid), .tid = number, .name = track.name, .labels = {}});
    return track.thread;
}

std::int64_t TraceEvents::firstMicrosecond() const {
    auto first = m_samples.firstTime();
    for (const auto& track : m_tracks)
        first = std::min(first, track.spans.firstTime());
    if (first != never) first /= nanosecondsPerMicrosecond;
    for (const auto& [key, pieced] : m_profiles) {
        if (pieced.profile.startTime()) first = std::min(first, *pieced.profile.startTime());
    }
    return first;
}

void TraceEvents::addProfiles(std::int64_t origin) {
    for (auto& [key, pieced] : m_profiles) {
        pieced.profile.addTo(threadOf(pieced.track), origin);
        m_isIncomplete |= pieced.profile.isIncomplete();
    }
}

void TraceEvents::addSpans(std::int64_t origin) {
    for (auto& track : m_tracks)
        track.spans.match();
    const bool hasTime = std::ranges::any_of(m_tracks, [](const Track& row) { return row.spans.hasTime(); });
    if (!hasTime) return;
    const auto value = m_builder.valueType("duration", "nanoseconds");
    for (std::size_t row = 0; row < m_tracks.size(); ++row) {
        auto& spans = m_tracks[row].spans;
        if (!spans.isEmpty())
            spans.addTo(m_builder, value, threadOf(row), origin * nanosecondsPerMicrosecond);
    }
}

void TraceEvents::warn() {
    const auto any = [&](bool (TraceSpans::*is)() const) {
        return std::ranges::any_of(m_tracks, [&](const Track& row) { return (row.spans.*is)(); });
    };
    if (any(&TraceSpans::hasOverlaps))
        m_builder.addWarning(ModelText::tr(
            "Some events overlap without being nested: the inner one ends after the outer one."));
    if (any(&TraceSpans::hasUnknownEnds))
        m_builder.addWarning(ModelText::tr("Some events end without a beginning."));
    if (any(&TraceSpans::hasOpenEnds))
        m_builder.addWarning(
            ModelText::tr("Some events do not end: they are counted up to the last event of their thread."));
    if (any(&TraceSpans::isTooDeep))
        m_builder.addWarning(ModelText::tr("Events that are nested in 1,000 others were left out."));
    if (m_isIncomplete || m_samples.isIncomplete())
        m_builder.addWarning(
            ModelText::tr("Some samples or calls refer to calls that the file does not hold."));
    // The array may be unclosed, because programs may stop at any time.
    const bool mayBeUnclosed = m_document.isArray() && m_document.end() == JsonEnd::Unclosed;
    if (m_document.end() != JsonEnd::Whole && !mayBeUnclosed) m_builder.addWarning(m_document.endWarning());
    if (m_otherEvents > 0)
        m_builder.addComment(
            fmt::format("The file also holds {} events that take no time of a thread (instants, "
                        "counters, flows), which are not shown.",
                        formatCount(m_otherEvents)));
}

} // namespace candela
