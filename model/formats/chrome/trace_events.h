/// Traces of Chrome and of programs that write its format: spans with begin and end, CPU profiles of V8 in
/// chunks, and samples with stack frames. Format: "Trace Event Format" of the Chromium project.
#pragma once

#include "model/formats/chrome/trace_samples.h"
#include "model/formats/chrome/trace_spans.h"
#include "model/formats/chrome/v8_profile.h"
#include "model/formats/json/json_document.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace candela {

class TraceEvents {
public:
    TraceEvents(JsonDocument& document, ProfileBuilder& builder)
        : m_document(document), m_builder(builder), m_samples(document, builder) {}

    /// Reads both forms: an array of events, and an object with such an array. Fails if nothing in the file
    /// has a duration, and when cancelled.
    Result<void> read();

private:
    struct Event;
    using Key = std::pair<std::string_view, std::string_view>; // texts as in the file, with escapes
    struct Track {
        std::string_view pid, tid;
        StringIndex name;
        TraceSpans spans;
        ThreadIndex thread;
    };
    struct PiecedProfile {
        V8Profile profile;
        std::size_t track = 0;
    };

    void readEvent(JsonValue value);
    void readArguments(JsonValue value, Event& event);
    void addEvent(Event& event);
    void addPiece(Event& event);
    void addMetadata(const Event& event);
    FrameIndex frameOf(const Event& event);
    std::size_t track(std::string_view pid, std::string_view tid);
    ThreadIndex threadOf(std::size_t track);
    ProcessIndex processOf(std::string_view pid);
    std::int64_t firstMicrosecond() const;
    void addProfiles(std::int64_t origin);
    void addSpans(std::int64_t origin);
    void warn();

    JsonDocument& m_document;
    ProfileBuilder& m_builder;
    TraceSamples m_samples;
    absl::flat_hash_map<Key, std::size_t> m_trackRows;
    std::deque<Track> m_tracks;
    absl::flat_hash_map<std::string_view, StringIndex> m_processNames;
    absl::flat_hash_map<std::string_view, ProcessIndex> m_processes;
    absl::flat_hash_map<std::string_view, StringIndex> m_names;
    std::map<Key, PiecedProfile> m_profiles; // key: process and id
    std::int64_t m_otherEvents = 0;
    bool m_isIncomplete = false;
};

} // namespace candela
