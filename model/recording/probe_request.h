/// What a probe is asked for with: "NAME" or "NAME:OPTION=NUMBER,…", on the command lines of both programs.
#pragma once

#include "model/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct ProbeRequest {
    struct Option {
        std::string name;
        std::uint64_t number = 0;

        bool operator==(const Option&) const = default;
    };
    std::string probe;
    std::vector<Option> options; ///< the others have their defaults

    bool operator==(const ProbeRequest&) const = default;
};

/// Fails on what does not have that form. Whether there is such a probe is the recorder's to say.
Result<ProbeRequest> readProbeRequest(std::string_view text);
/// The text that reads as the request.
std::string textOf(const ProbeRequest& request);

} // namespace candela
