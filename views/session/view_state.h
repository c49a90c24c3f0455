/// Everything that a user has chosen in a session, as a value: undo returns to it.
#pragma once

#include "views/session/call_path.h"
#include "views/session/shown.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace candela {

struct ViewState {
    ValueTypeIndex value = {};
    Filter filter = {};
    Grouping grouping = Grouping::Function;
    std::optional<SampleKey> roots = {};
    std::string search = {};
    std::vector<CallPath> zooms{CallPath()}; ///< the history of zooms
    std::size_t zoom = 0;                    ///< position of the current zoom in `zooms`

    bool operator==(const ViewState&) const = default;
};

/// The change between two states of a view, for "Undo …": "hide memcpy", "zoom to draw". If there are several
/// changes, the most important one; empty if there is none.
QString changeText(const ViewState& before, const ViewState& after, const Profile& profile);

/// A text about a transform for chips and menus: "Hide memcpy", "Root at draw".
QString transformWords(const Transform& transform);

} // namespace candela
