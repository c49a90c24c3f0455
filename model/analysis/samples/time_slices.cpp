#include "model/analysis/samples/time_slices.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

void add(std::int64_t& sum, std::int64_t weight) {
    sum = wrappingSum(sum, weight);
}
void subtract(std::int64_t& sum, std::int64_t weight) {
    sum = wrappingDifference(sum, weight);
}

std::int64_t coveringLength(TimeRange range, std::size_t count) {
    const auto length = static_cast<std::uint64_t>(range.end) - static_cast<std::uint64_t>(range.begin);
    const auto least = length / count + (length % count != 0);
    return static_cast<std::int64_t>(
        std::clamp<std::uint64_t>(least, 1, std::numeric_limits<std::int64_t>::max()));
}

} // namespace

TimeSlices::TimeSlices(TimeRange range, std::size_t count)
    : TimeSlices(range, range.begin, coveringLength(range, count), count) {}

TimeSlices::TimeSlices(TimeRange range, std::int64_t first, std::int64_t length, std::size_t count)
    : m_range(range), m_first(first), m_length(static_cast<std::uint64_t>(length)), m_count(count) {}

std::size_t TimeSlices::at(std::int64_t time) {
    const auto from = offset(time) - m_current * m_length;
    if (from >= m_length) m_current = std::min<std::uint64_t>(offset(time) / m_length, m_count - 1);
    return m_current;
}

void TimeSlices::addMoment(std::vector<std::int64_t>& differences, std::int64_t time, std::int64_t weight) {
    const auto slice = at(std::max(time, m_range.begin));
    add(differences[slice], weight);
    subtract(differences[slice + 1], weight);
}

void TimeSlices::addLasting(std::vector<std::int64_t>& differences, const SampleTable& table,
                            std::size_t row) {
    const auto begin = table.time[row];
    if (!addTime(differences, {begin, table.endAt(row)})) addMoment(differences, begin, table.weight[row]);
}

bool TimeSlices::addTime(std::vector<std::int64_t>& differences, TimeRange part) {
    const auto begin = std::max(part.begin, m_range.begin);
    const auto end = std::min(part.end, m_range.end);
    if (begin >= end) return false;
    const auto first = at(begin);
    const auto last = static_cast<std::size_t>(
        std::min<std::uint64_t>((offset(end) - 1) / m_length, m_count - 1)); // the end is not in the sample
    if (first == last) {
        add(differences[first], wrappingDifference(end, begin));
        subtract(differences[first + 1], wrappingDifference(end, begin));
        return true;
    }
    // The slices between the two are filled.
    const auto inFirst = static_cast<std::int64_t>((first + 1) * m_length - offset(begin));
    const auto inLast = static_cast<std::int64_t>(offset(end) - last * m_length);
    add(differences[first], inFirst);
    add(differences[first + 1], wrappingDifference(length(), inFirst));
    add(differences[last], wrappingDifference(inLast, length()));
    subtract(differences[last + 1], inLast);
    return true;
}

void TimeSlices::addUp(std::vector<std::int64_t>& differences) {
    differences.pop_back();
    std::int64_t sum = 0;
    for (auto& weight : differences)
        weight = sum = wrappingSum(sum, weight);
}

} // namespace candela
