/// The weight of a value's samples by column of time and offset within it: in a short recording, seconds and
/// the fraction of the second. Periodic work is seen as stripes, work that happens once as a spot.
///
/// The picture is Brendan Gregg's subsecond-offset heat map (FlameScope).
#pragma once

#include "model/analysis/samples/timeline.h"
#include "model/profile/value_kinds.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

/// A cell by its position in time: those of a column, earliest first, and then those of the next column.
using HeatMapCell = std::size_t;

/// How time is divided into cells.
struct HeatMapGrid {
    static constexpr std::size_t rows = 50;
    static constexpr std::size_t maximumColumns = 600;

    TimeRange range;               ///< the time that is shown; the cells cover it
    std::int64_t begin = 0;        ///< when the first column begins: a multiple of the columns' length
    std::int64_t columnLength = 0; ///< nanoseconds
    std::size_t columns = 0;       ///< none for an empty range

    /// Columns of a second. For ranges of more seconds than `most`, columns of 5, 10, 50, … seconds; for
    /// ranges of less than four seconds, of a tenth, a hundredth, … of a second.
    static HeatMapGrid over(TimeRange range, std::size_t most = maximumColumns);

    std::int64_t cellLength() const { return columnLength / static_cast<std::int64_t>(rows); }
    std::size_t cells() const { return columns * rows; }
    /// When the cell begins and ends, within the limits of a time.
    TimeRange timeOf(HeatMapCell cell) const;
    /// The cell at a time; for times outside the cells, the first or the last one. There must be columns.
    HeatMapCell cellAt(std::int64_t time) const;
    bool operator==(const HeatMapGrid&) const = default;
};

struct HeatMap {
    HeatMapGrid grid;
    std::vector<std::int64_t> weight; ///< of each cell; for a gauge, the level at the cell's end
    /// The sum of all cells; for a gauge, the level at the end. For ticks of a clock (clock_ticks.h), the
    /// weight of those in the range, as filters count it.
    std::int64_t total = 0;
    std::int64_t magnitude = 0; ///< the sum without signs; shares are of it
    /// The weight (without sign) of the strongest colour: of the cells that are not zero, one in a hundred
    /// has more. So a single extreme cell does not make all others pale.
    std::int64_t scale = 0;
    std::int64_t largest = 0; ///< the largest weight (without sign) of a cell
    Density density = Density::Rate;
    bool hasTimes = false; ///< whether any sample of the value has a time
};

/// Exact: the sum of all cells is that of the weights which the filter keeps in the grid's range; a sample
/// with a duration counts in each cell for the time that it spends there. A tick of a clock (clock_ticks.h)
/// counts in the cells of the time that ended at it, also if it is after the range: where cells are shorter
/// than the clock's period, or about as long, whole ticks would show more time than CPUs have, and stripes
/// that no work has. So the sum is the time of ticks within the range. The filter's own time range is not
/// applied, because the map also shows the time around it. With `stacks`, only samples of these stacks count
/// (SampleSelection::keepOnly). One pass over the samples and one over the cells. Fails as SampleSelector
/// does, and when cancelled.
Result<HeatMap> heatMap(SampleSelector& selector, const Profile& profile, ValueTypeIndex value, Filter filter,
                        const HeatMapGrid& grid, Task& task, const RowMask* stacks = nullptr);

} // namespace candela
