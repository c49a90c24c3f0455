/// Call paths for tests, by names only.
#pragma once

#include "views/session/call_path.h"

#include <string>
#include <vector>

namespace candela {

inline CallPath namedPath(Direction direction, const std::vector<std::string>& names) {
    CallPath path{direction, {}};
    for (const auto& name : names)
        path.steps.push_back({name});
    return path;
}

} // namespace candela
