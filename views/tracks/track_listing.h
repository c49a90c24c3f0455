/// In which order the timeline lists its tracks, and which of them it lists.
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

enum class TrackOrder { Weight, Name, Start, ProcessTree };

/// What the user chose. A name hides tracks; it filters no samples.
struct TrackListing {
    TrackOrder order = TrackOrder::Weight;
    QString name; ///< a part of a name, or the beginning of a number; empty: all tracks

    bool listsAll() const { return name.isEmpty(); }
    /// Whether a track of that name, or of that number of a process or thread, is listed. Capitals do not
    /// matter.
    bool lists(const QString& trackName, const QString& number) const;
    bool operator==(const TrackListing&) const = default;
};

/// A track, or several that share a row, before they are put in order.
struct TrackEntry {
    QString name;
    std::int64_t start = noTime; ///< of the process or thread that started first; noTime comes first
    ProcessIndex process;        ///< none: has no parent, and no children
};

struct OrderedTrack {
    std::size_t entry = 0; ///< a position in what was put in order
    int depth = 0;         ///< the number of listed ancestors; 0 unless the order is that of the process tree
    auto operator<=>(const OrderedTrack&) const = default;
};

/// `entries` are in order of weight, which also decides between those that are equal. In the process tree,
/// entries of one process follow each other, and then those of its children, which are in order of their
/// start; a process whose parent has no entry is below the nearest ancestor that has one.
std::vector<OrderedTrack> orderedTracks(const Profile& profile, std::span<const TrackEntry> entries,
                                        TrackOrder order);

} // namespace candela
