/// One side of what a page shows: its files, and the part of their time.
#pragma once

#include "model/comparison/time_part.h"

#include <QStringList>

#include <vector>

namespace candela {

struct SideFiles {
    QStringList files;     ///< one, or several that are added up
    TimeRanges times = {}; ///< of each file's own time; empty: the whole

    bool operator==(const SideFiles&) const = default;
};

/// Sides of whole files.
inline std::vector<SideFiles> wholeSides(const std::vector<QStringList>& sides) {
    std::vector<SideFiles> whole;
    for (const auto& files : sides)
        whole.push_back({files});
    return whole;
}

inline std::vector<QStringList> filesOf(const std::vector<SideFiles>& sides) {
    std::vector<QStringList> files;
    for (const auto& side : sides)
        files.push_back(side.files);
    return files;
}

} // namespace candela
