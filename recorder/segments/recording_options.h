/// The options of a recording, after they were checked and allowed.
#pragma once

#include "model/recording/probe_request.h"
#include "recorder/base/traced_user.h"
#include "recorder/metadata/provider.h"
#include "recorder/segments/table_limits.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

struct RecordingOptions {
    static constexpr std::uint32_t defaultFrequency = 99;
    static constexpr std::uint32_t maximumFrequency = 10'000;
    static constexpr std::uint32_t secondsOfSeenSegment = 1;   ///< while a client shows the recording live
    static constexpr std::uint32_t secondsOfStoredSegment = 4; ///< if the recording is opened later
    static constexpr std::uint32_t maximumSegmentSeconds = 10;

    bool isWholeMachine = true;
    std::vector<std::int32_t> pids;             ///< recorded with their children, unless the scope is the
                                                ///< whole machine
    std::optional<TracedUser> onlyUser;         ///< record only processes that this user may trace
    std::uint32_t frequency = defaultFrequency; ///< samples a second, of each processor
    std::vector<ProbeRequest> probes;           ///< checked; empty: the default one
    std::uint32_t maximumSeconds = 0;           ///< 0: until stopped
    std::uint64_t maximumBytes = 0;             ///< maximum size of the stream; 0: no limit
    /// The maximum length of a segment. Each segment repeats all names that it needs, so fewer segments cost
    /// less. But samples are seen later, and a recorder that is killed loses its last segment.
    std::uint32_t segmentSeconds = secondsOfSeenSegment;
    TableLimits limits;
    std::span<const MetadataProvider> providers = allProviders(); ///< the sources of labels; tests pass their
                                                                  ///< own
};

} // namespace candela
