/// The tracks of a flame chart, ready to be listed in any order and searched: made once for each chart, off
/// the GUI thread.
#pragma once

#include "model/analysis/flame_chart/flame_chart.h"
#include "views/tracks/track_listing.h"
#include "views/tracks/track_names.h"

#include <array>
#include <vector>

namespace candela {

class FlameChartTracks {
public:
    explicit FlameChartTracks(const FlameChart& chart);

    /// The listed tracks from top to bottom: rows of FlameChart::tracks. In all orders but the heaviest
    /// first, the threads of a process follow each other. A track is listed if its process or its thread has
    /// the name; depths count listed tracks only.
    std::vector<OrderedTrack> listed(const TrackListing& listing) const;

private:
    struct Searched {
        std::uint32_t process = 0; ///< numbers of m_names
        std::uint32_t thread = 0;
        std::int32_t pid = -1;
        std::int32_t tid = -1;
    };
    void findOrders(const FlameChart& chart);
    std::vector<OrderedTrack>& orderOf(TrackOrder order) { return m_orders[static_cast<std::size_t>(order)]; }

    TrackNames m_names;
    std::vector<Searched> m_searched;                  ///< by track
    std::array<std::vector<OrderedTrack>, 4> m_orders; ///< of all tracks, by TrackOrder
};

} // namespace candela
