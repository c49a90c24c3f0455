/// Slices of equal length that divide a range of time, and sums of weights in them. Adding a sample takes
/// constant time, however many slices it lasts: sums are kept as differences until addUp().
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/base/wrapping.h"

#include <cstdint>
#include <vector>

namespace candela {

class TimeSlices {
public:
    /// `count` slices, at least one, that cover the range; the last ones may extend beyond it.
    TimeSlices(TimeRange range, std::size_t count);
    /// `count` slices of that many nanoseconds; the first begins at `first`, which is not after the range's
    /// begin, and the last one ends after the range.
    TimeSlices(TimeRange range, std::int64_t first, std::int64_t length, std::size_t count);

    std::int64_t length() const { return static_cast<std::int64_t>(m_length); }
    std::size_t count() const { return m_count; }
    TimeRange range() const { return m_range; }
    /// The part of the range in the slice that was added to last.
    TimeRange current() const;
    /// Adds to that slice.
    void addToCurrent(std::vector<std::int64_t>& differences, std::int64_t weight) const {
        addTo(differences, m_current, weight);
    }

    /// What the functions below add to.
    std::vector<std::int64_t> noDifferences() const { return std::vector<std::int64_t>(m_count + 1); }
    /// Adds a moment before the range's end. A moment before the range counts in the slice of its begin.
    void addMoment(std::vector<std::int64_t>& differences, std::int64_t time, std::int64_t weight);
    /// Adds a sample that lasts: to each slice the time in the range that it spends there. A sample without a
    /// duration, or with a negative one, is a moment.
    void addLasting(std::vector<std::int64_t>& differences, const SampleTable& table, std::size_t row);
    /// Adds to each slice the time that it has in common with `part` and the range. True if there is any.
    bool addTime(std::vector<std::int64_t>& differences, TimeRange part);
    /// Converts differences into the weight of each slice. Sums wrap.
    static void addUp(std::vector<std::int64_t>& differences);

private:
    static void addTo(std::vector<std::int64_t>& differences, std::size_t slice, std::int64_t weight) {
        differences[slice] = wrappingSum(differences[slice], weight);
        differences[slice + 1] = wrappingDifference(differences[slice + 1], weight);
    }
    /// The slice of a time that is not before the range; it becomes the current one.
    std::size_t at(std::int64_t time);
    std::uint64_t quotient(std::uint64_t offset) const;
    /// Unsigned, because the ends of a malicious range may be further apart than a signed number can express.
    std::uint64_t offset(std::int64_t time) const {
        return static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(m_first);
    }

    TimeRange m_range;
    std::int64_t m_first;
    std::uint64_t m_length;
    std::uint64_t m_count;
    double m_perLength;               ///< 1 / m_length
    std::uint64_t m_current = 0;      ///< times are mostly ascending, so the last result is tried first
    std::uint64_t m_currentBegin = 0; ///< m_current * m_length
};

} // namespace candela
