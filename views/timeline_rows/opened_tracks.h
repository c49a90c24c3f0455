/// The rows of a timeline that the user opened, and those that the user closed.
#pragma once

#include "views/timeline_rows/timeline_row.h"

#include <array>
#include <set>
#include <string>

namespace candela {

class OpenedTracks {
public:
    bool contains(const TimelineRow& row) const;
    void open(const TimelineRow& row);
    /// Opens the row if it is closed, else closes it.
    void toggle(const TimelineRow& row);
    /// Rows with matches are open again. To be called when the name changes.
    void openMatches() { changedOf(Opening::WithMatches) = {}; }

private:
    struct Rows {
        std::set<std::string> groups;
        std::set<ProcessIndex> processes;
    };
    Rows& changedOf(Opening opening) { return m_changed[static_cast<std::size_t>(opening)]; }

    std::array<Rows, 3> m_changed; ///< by Opening
};

} // namespace candela
