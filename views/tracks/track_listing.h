/// In which order timeline and flame chart list their tracks, and which of them they list.
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
    bool operator==(const TrackListing&) const = default;
};

/// A track, or several that share a row, before they are put in order.
struct TrackEntry {
    std::uint32_t rank = 0;      ///< of its name (TrackNames)
    std::int64_t start = noTime; ///< of the process or thread that started first; noTime comes first
    ProcessIndex process;        ///< none: has no parent, and no children
};

struct OrderedTrack {
    std::size_t entry = 0; ///< a position in what was put in order
    int depth = 0;         ///< the number of ancestors that have an entry
    auto operator<=>(const OrderedTrack&) const = default;
};

/// Positions of `entries`, which are in order of weight; that also decides between those that are equal.
/// `order` is not that of the process tree.
std::vector<std::size_t> orderedTracks(std::span<const TrackEntry> entries, TrackOrder order);

/// Processes that are not in `processes`, and that join two of them, or one and another such process: they
/// show who started them. In ascending order. `processes` are distinct.
std::vector<ProcessIndex> joiningAncestors(const Profile& profile, std::span<const ProcessIndex> processes);

/// The order of the process tree. Entries of one process follow each other, and then those of its children,
/// which are in order of their start; a process whose parent has no entry is below the nearest ancestor that
/// has one.
std::vector<OrderedTrack> processTree(const Profile& profile, std::span<const TrackEntry> entries);

} // namespace candela
