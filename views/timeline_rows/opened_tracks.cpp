#include "views/timeline_rows/opened_tracks.h"

namespace candela {

bool OpenedTracks::contains(const TimelineRow& row) const {
    const auto& changed = m_changed[static_cast<std::size_t>(row.opening)];
    const bool isChanged =
        row->isGroup() ? changed.groups.contains(row->group) : changed.processes.contains(row->process);
    return isChanged == (row.opening == Opening::ByUser);
}

void OpenedTracks::open(const TimelineRow& row) {
    if (!contains(row)) toggle(row);
}

void OpenedTracks::toggle(const TimelineRow& row) {
    const auto flip = [](auto& rows, const auto& key) {
        if (rows.erase(key) == 0) rows.insert(key);
    };
    auto& changed = changedOf(row.opening);
    row->isGroup() ? flip(changed.groups, row->group) : flip(changed.processes, row->process);
}

} // namespace candela
