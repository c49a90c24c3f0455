/// What a client may ask a recorder for: the names of the probes, shared by both sides of the socket.
#pragma once

#include <span>
#include <string_view>

namespace candela {

struct ProbeName {
    std::string_view name;        ///< as in `Start.probes` and `candela record --probe`
    std::string_view description; ///< one line for lists
};

std::span<const ProbeName> probeNames();

} // namespace candela
