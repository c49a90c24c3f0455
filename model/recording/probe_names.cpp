#include "model/recording/probe_names.h"

#include <array>

namespace candela {

std::span<const ProbeName> probeNames() {
    static constexpr std::array names{
        ProbeName{"cpu", "Where CPU time goes: every CPU is sampled at a frequency"},
    };
    return names;
}

} // namespace candela
