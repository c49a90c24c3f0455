/// A request for a probe: "NAME" or "NAME:OPTION=NUMBER,…", on the command lines of both programs.
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
    std::vector<Option> options; ///< the other options have their defaults

    bool operator==(const ProbeRequest&) const = default;
};

/// Reads a request; fails on text of another form. Only the recorder knows whether there is such a probe.
Result<ProbeRequest> readProbeRequest(std::string_view text);
/// The text from which the request can be read.
std::string textOf(const ProbeRequest& request);

} // namespace candela
