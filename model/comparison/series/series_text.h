/// A series in words: trends of rows, and what the whole is based on. Window and command line share them.
#pragma once

#include "model/base/shown_text.h"
#include "model/comparison/series/series.h"

#include <string>
#include <vector>

namespace candela {

using Escape = std::string (*)(std::string_view);

/// The names of captures: those of their files, or whole paths if several files have one name.
std::vector<std::string> captureNames(const std::vector<std::string>& paths);
/// "growth", "step", "spike", "none".
std::string_view trendName(Trend trend);
/// "grows by 1.2 MB a capture from b.pb.gz on", "+12 pp from b.pb.gz on", "+12 pp in b.pb.gz only"; empty
/// without a trend. `escaped` makes a name safe for the format of the text.
std::string trendText(const FoundTrend& trend, const Series& series, Escape escaped = shownText);
/// The values as a line of blocks, one for each capture, from zero up to the largest: "▁▂▄▆█". Of many
/// captures, neighbours are averaged into at most `width` blocks.
std::string blockLine(const std::vector<SeriesPoint>& points, std::size_t width = 32);
/// What the numbers mean and how many rows have which trend: sentences, a line each. `bySelf` is about the
/// rows' self weights, else about their totals.
std::string seriesSummary(const Series& series, bool bySelf, Escape escaped = shownText);

} // namespace candela
