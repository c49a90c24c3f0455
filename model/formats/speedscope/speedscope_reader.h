/// speedscope files: any number of profiles with a common list of frames, each a list of stacks with weights
/// ("sampled") or of calls and returns ("evented"). Format: jlfwong/speedscope, src/lib/file-format-spec.ts.
/// A profile becomes a thread; its unit determines the value type of its samples.
#pragma once

#include "model/formats/speedscope/speedscope_profile.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace candela {

class SpeedscopeReader {
public:
    SpeedscopeReader(JsonDocument& document, ProfileBuilder& builder)
        : m_document(document), m_builder(builder), m_stacks(builder) {}

    /// Fails on files without any profile, and when cancelled.
    Result<void> read();

private:
    void walk(SpeedscopeProfile::Walk walk);
    void walkProfiles(JsonValue list, SpeedscopeProfile::Walk walk);
    void addProfiles();
    ValueTypeIndex valueType(const SpeedscopeProfile& profile);
    ThreadIndex thread(const SpeedscopeProfile& profile, ValueTypeIndex value);
    ProcessIndex process(std::int32_t pid, const std::string& name);
    void addSamples(const SpeedscopeProfile& profile, ValueTypeIndex value, std::int64_t firstTime);

    JsonDocument& m_document;
    ProfileBuilder& m_builder;
    SpeedscopeStacks m_stacks;
    std::vector<SpeedscopeProfile> m_profiles;
    std::string m_name;
    std::int64_t m_active = -1;
    bool m_hasFrames = false;
    std::map<std::pair<std::string, std::string>, ValueTypeIndex> m_values;
    std::map<std::pair<std::int32_t, std::string>, ProcessIndex> m_processes;
    std::map<std::tuple<ProcessIndex, std::int32_t, std::string>, ThreadIndex> m_threads;
    std::map<std::pair<std::string, ValueTypeIndex>, int> m_sameNames;
};

} // namespace candela
