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
    : m_range(range), m_first(first), m_length(static_cast<std::uint64_t>(length)), m_count(count),
      m_perLength(1 / static_cast<double>(length)) {}

/// A product of floating-point numbers instead of a division, which takes longer. It is one too large or too
/// small at most as long as the offset is exact.
std::uint64_t TimeSlices::quotient(std::uint64_t offset) const {
    constexpr auto exact = std::uint64_t(1) << std::numeric_limits<double>::digits;
    if (offset >= exact) return offset / m_length;
    auto result = static_cast<std::uint64_t>(static_cast<double>(offset) * m_perLength);
    if (result * m_length > offset)
        --result;
    else if (offset - result * m_length >= m_length)
        ++result;
    return result;
}

std::size_t TimeSlices::at(std::int64_t time) {
    if (offset(time) - m_currentBegin >= m_length) {
        m_current = std::min<std::uint64_t>(quotient(offset(time)), m_count - 1);
        m_currentBegin = m_current * m_length;
    }
    return m_current;
}

TimeRange TimeSlices::current() const {
    const auto rest = static_cast<std::uint64_t>(m_range.end) - static_cast<std::uint64_t>(m_first);
    const auto begin = std::min(m_currentBegin, rest);
    const bool isLast = m_current + 1 == m_count; // has also what is beyond it
    const auto end = isLast ? rest : begin + std::min(m_length, rest - begin);
    const auto at = [&](std::uint64_t from) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_first) + from);
    };
    return {std::max(at(begin), m_range.begin), at(end)};
}

void TimeSlices::addMoment(std::vector<std::int64_t>& differences, std::int64_t time, std::int64_t weight) {
    const auto slice = at(std::max(time, m_range.begin));
    addTo(differences, slice, weight);
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
    const auto last = at(end - 1); // the end is not in the sample
    if (first == last) {
        addTo(differences, first, wrappingDifference(end, begin));
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
