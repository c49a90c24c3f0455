/// What a recording is to be, once it was checked and allowed.
#pragma once

#include "recorder/metadata/provider.h"
#include "recorder/table_limits.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

struct RecordingOptions {
    static constexpr std::uint32_t defaultFrequency = 99;
    static constexpr std::uint32_t maximumFrequency = 10'000;

    bool isWholeMachine = true;
    std::vector<std::int32_t> pids;             ///< with their children; where it is not the whole machine
    std::optional<std::uint32_t> onlyUser;      ///< record only processes with exactly this user's rights
    std::uint32_t frequency = defaultFrequency; ///< samples a second, of each processor
    std::vector<std::string> probes{"cpu"};
    std::uint32_t maximumSeconds = 0; ///< 0: until stopped
    std::uint64_t maximumBytes = 0;   ///< of the stream; 0: no limit
    TableLimits limits;
    std::span<const MetadataProvider> providers = allProviders(); ///< of labels; tests give their own
};

} // namespace candela
