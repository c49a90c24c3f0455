/// Samples of a trace: each refers to the innermost of its "stackFrames", which refer to their callers.
#pragma once

#include "model/formats/json/json_document.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <functional>
#include <string_view>
#include <vector>

namespace candela {

class TraceSamples {
public:
    using ThreadOf = std::function<ThreadIndex(std::string_view pid, std::string_view tid)>;

    TraceSamples(JsonDocument& document, ProfileBuilder& builder)
        : m_document(document), m_builder(builder) {}

    void readFrames(JsonValue object);
    void readSamples(JsonValue list);
    bool isEmpty() const { return m_samples.empty(); }
    /// The time of the first sample in nanoseconds; the largest possible number if there is no sample.
    std::int64_t firstTime() const;
    /// Times become relative to `origin`.
    void addTo(const ThreadOf& threadOf, std::int64_t origin);
    bool isIncomplete() const { return m_isIncomplete; }

private:
    struct CodeFrame {
        std::string_view name, parent;
        StackIndex stack;
        bool isOpen = false;
    };
    struct Sample {
        std::string_view pid, tid, frame;
        std::int64_t time = noTime;
        std::int64_t weight = 1;
        std::int32_t cpu = -1;
    };

    StackIndex stackOf(std::string_view id);

    JsonDocument& m_document;
    ProfileBuilder& m_builder;
    absl::flat_hash_map<std::string_view, CodeFrame> m_frames; // key: id, as in the file
    std::vector<Sample> m_samples;
    std::vector<CodeFrame*> m_chain;
    bool m_isIncomplete = false;
};

} // namespace candela
