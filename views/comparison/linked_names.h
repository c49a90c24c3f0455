/// The names of functions that are matched although their names differ, so that what is hovered, selected or
/// zoomed on one side is found on the other.
#pragma once

#include "views/comparison/side_rows.h"
#include "views/session/call_path.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <string>

namespace candela {

class LinkedNames {
public:
    LinkedNames() = default;
    explicit LinkedNames(const Comparison& comparison);

    /// The same in the words of the other side; what has the same name on both is unchanged.
    Selection translated(const Selection& selection, ComparisonPart from) const;
    CallPath translated(const CallPath& path, ComparisonPart from) const;

private:
    CallStep translated(const CallStep& step, ComparisonPart from) const;

    /// By the own name, of base and of new; the heaviest function of that name.
    std::array<absl::flat_hash_map<std::string, CallStep>, 2> m_steps;
};

} // namespace candela
