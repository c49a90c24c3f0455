/// Texts about blocks and tracks of a flame chart.
#pragma once

#include "views/flame_chart/flame_chart_scene.h"
#include "views/text/item_words.h"

namespace candela {

/// The two lines of a track's name: "make 123" and "worker 124"; the second is empty if it has the same name
/// and number.
struct TrackName {
    QString process;
    QString thread;
    /// Both as one text: "make 123 · worker 124".
    QString text() const;
};
TrackName trackName(const Profile& profile, const FlameChartTrack& track);

/// "draw · libgui.so · 2.1 ms · 1.200 s – 1.202 s · render 7".
ItemWords blockWords(const FlameChart& chart, const FlameChartGeometry& geometry, const TrackBlock& block);
/// The same as rich text, with the source, and a note if short interruptions are not drawn.
QString blockToolTip(const FlameChart& chart, const FlameChartGeometry& geometry, const TrackBlock& block);
/// "render 7: 12 s (34.0 %), busy 80 % of the visible time".
QString trackWords(const FlameChart& chart, std::size_t track, TimeRange visible);

} // namespace candela
