#include "model/comparison/series/series.h"

#include "model/comparison/side_estimator.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace candela {

namespace {

/// A group for each capture; none where the capture does not have the row.
using Chain = std::vector<FrameGroupIndex>;

/// Joins the groups of neighbouring captures.
class ChainMaker {
public:
    explicit ChainMaker(const std::vector<SeriesCapture>& captures) : m_captures(captures) {}

    std::vector<Chain> run() {
        for (std::size_t number = 0; number < m_captures.size(); ++number) {
            std::vector<std::size_t> chains(m_captures[number].rows.groups->size(), noChain);
            if (number > 0) {
                for (const auto& match :
                     matchSides(m_captures[number - 1].rows, m_captures[number].rows).matches)
                    if (match.base && match.newGroup)
                        chains[match.newGroup.row()] = m_before[match.base.row()];
            }
            for (const auto& row : m_captures[number].rows.rows)
                put(number, row.group, chains[row.group.row()]);
            m_before = std::move(chains);
        }
        return std::move(m_chains);
    }

private:
    static constexpr std::size_t noChain = static_cast<std::size_t>(-1);
    using Key = std::pair<std::string_view, std::string_view>; // name and module

    void put(std::size_t number, FrameGroupIndex group, std::size_t& chain) {
        const auto& groups = *m_captures[number].rows.groups;
        const Key key(groups[group].name, groups.moduleName(group));
        if (chain == noChain) {
            const auto found = m_byName.find(key);
            // Of several rows with one name, the first takes the chain.
            if (found != m_byName.end() && m_chains[found->second][number].isNone()) chain = found->second;
        }
        if (chain == noChain) {
            chain = m_chains.size();
            m_chains.emplace_back(m_captures.size());
        }
        m_chains[chain][number] = group;
        m_byName.insert_or_assign(key, chain);
    }

    const std::vector<SeriesCapture>& m_captures;
    std::vector<Chain> m_chains;
    std::vector<std::size_t> m_before; ///< of the capture before: the chain of each group
    absl::flat_hash_map<Key, std::size_t> m_byName;
};

/// Makes the points of one capture.
class PointMaker {
public:
    PointMaker(const SeriesCapture& capture, Normalize normalize)
        : m_side(capture.side), m_normalize(normalize), m_estimator(capture.side, normalize),
          m_rows(capture.rows.groups->size()) {
        std::int64_t smallest = 0;
        for (const auto& row : *capture.side.functions) {
            m_rows[row.group.row()] = row;
            const auto self = std::abs(row.self);
            if (self > 0 && (smallest == 0 || self < smallest)) smallest = self;
        }
        m_smallest = std::abs(normalizedWeight(smallest, m_side, m_normalize));
    }

    /// The point of a group, or of the whole.
    SeriesPoint of(std::optional<FrameGroupIndex> group, Weighed weighed) {
        SeriesPoint point;
        point.weight = weightOf(group, weighed);
        point.value = normalizedWeight(point.weight, m_side, m_normalize);
        const bool isMissing = group && group->isNone();
        const auto estimate = isMissing ? m_estimator.of(FrameGroupIndex(0), 0, weighed)
                                        : m_estimator.of(group, point.weight, weighed);
        if (estimate) {
            point.isErrorKnown = true;
            point.standardError = estimate->effectiveCount > 0
                                      ? std::abs(point.value) / std::sqrt(estimate->effectiveCount)
                                      : estimate->unit;
        } else {
            const double pieces = std::max(1.0, std::abs(point.value) / std::max(m_smallest, 1e-300));
            point.standardError = m_smallest * std::sqrt(assumedDispersion * pieces);
        }
        return point;
    }

private:
    std::int64_t weightOf(std::optional<FrameGroupIndex> group, Weighed weighed) const {
        if (!group) return m_side.weights.total;
        if (group->isNone()) return 0;
        const auto& row = m_rows[group->row()];
        return weighed == Weighed::Self ? row.self : row.total;
    }

    const ComparisonSide& m_side;
    Normalize m_normalize;
    SideEstimator m_estimator;
    std::vector<GroupWeight> m_rows; ///< by group
    double m_smallest = 0;           ///< the smallest self weight of a row, normalized
};

double largest(const std::vector<SeriesPoint>& points) {
    double size = 0;
    for (const auto& point : points)
        size = std::max(size, std::abs(point.value));
    return size;
}

/// Finds the trends of all rows and adjusts their chances.
class TrendTester {
public:
    explicit TrendTester(Series& series) : m_series(series) {
        for (std::size_t at = 0; at < series.captures.size(); ++at) {
            m_whole = std::max(
                m_whole, std::abs(series.normalize == Normalize::Share ? 1.0 : series.whole.total[at].value));
        }
    }

    void run() {
        for (auto& row : m_series.rows) {
            test(row.self, row.selfTrend);
            test(row.total, row.totalTrend);
        }
        if (m_series.normalize != Normalize::Share) test(m_series.whole.total, m_series.whole.totalTrend);
        std::vector<double> chances;
        for (const auto& found : m_tests)
            chances.push_back(found.chance);
        const auto adjusted = adjustedChances(chances);
        for (const auto& [trend, index] : m_rows) {
            *trend = m_tests[index];
            trend->chance = adjusted[index];
            if (trend->chance > seriesLevel) trend->trend = Trend::None;
        }
        m_series.tests = m_tests.size();
    }

private:
    void test(const std::vector<SeriesPoint>& points, FoundTrend& trend) {
        if (largest(points) < minimumTestedShare * m_whole) return;
        std::vector<std::int64_t> weights;
        for (const auto& point : points)
            weights.push_back(point.weight);
        const auto [found, isNew] = m_known.try_emplace(std::move(weights), m_tests.size());
        if (isNew) m_tests.push_back(likeliestTrend(valuesOf(points), seriesLevel));
        m_rows.emplace_back(&trend, found->second);
    }

    Series& m_series;
    double m_whole = 0;
    std::vector<FoundTrend> m_tests;
    std::map<std::vector<std::int64_t>, std::size_t> m_known;
    std::vector<std::pair<FoundTrend*, std::size_t>> m_rows;
};

Result<void> checkUnits(const std::vector<SeriesCapture>& captures, Normalize normalize) {
    const auto textOf = [](const SeriesCapture& capture, StringIndex index) {
        return index ? std::string(capture.side.groups->profile->text(index)) : std::string();
    };
    const auto& first = captures.front();
    for (const auto& capture : captures) {
        const auto unit = textOf(capture, capture.type->unit), firstUnit = textOf(first, first.type->unit);
        if (unit != firstUnit)
            return failure(fmt::format("the captures can't be compared: {} is measured in {}, {} in {}",
                                       first.name, firstUnit, capture.name, unit),
                           ErrorCode::Usage, "choose what to compare with --value");
        if (const auto lack = missingDivisor(capture.side, normalize); !lack.empty())
            return failure(fmt::format("{} has no {} to divide its weights by", capture.name, lack),
                           ErrorCode::Usage, "use --normalize share or none");
    }
    return {};
}

} // namespace

Result<Series> makeSeries(std::vector<SeriesCapture> captures, Normalize normalize) {
    if (captures.size() < 2)
        return failure("a series needs several captures", ErrorCode::Usage,
                       "name at least two files, or a folder");
    TRY(checkUnits(captures, normalize));
    Series series;
    const auto& last = captures.back();
    series.normalize = normalize;
    series.valueName = last.side.groups->profile->text(last.type->name);
    series.valueUnit = last.side.groups->profile->text(last.type->unit);
    const auto chains = ChainMaker(captures).run();
    series.rows.resize(chains.size());
    for (std::size_t number = 0; number < captures.size(); ++number) {
        series.captures.push_back(captures[number].name);
        PointMaker maker(captures[number], normalize);
        const auto& groups = *captures[number].rows.groups;
        for (std::size_t index = 0; index < chains.size(); ++index) {
            auto& row = series.rows[index];
            const auto group = chains[index][number];
            row.self.push_back(maker.of(group, Weighed::Self));
            row.total.push_back(maker.of(group, Weighed::Total));
            if (group.isNone()) continue;
            row.name = groups[group].name; // that of the last capture
            row.module = groups.moduleName(group);
        }
        series.whole.total.push_back(maker.of(std::nullopt, Weighed::Total));
    }
    TrendTester(series).run();
    sortSeries(series, true);
    return series;
}

std::vector<SeriesValue> valuesOf(const std::vector<SeriesPoint>& points) {
    std::vector<SeriesValue> values;
    for (const auto& point : points)
        values.push_back({point.value, point.standardError * point.standardError});
    return values;
}

double trendExtent(const FoundTrend& trend, std::size_t captures) {
    if (trend.trend == Trend::None) return 0;
    return trend.trend == Trend::Growth ? trend.size * static_cast<double>(captures - trend.at) : trend.size;
}

std::vector<std::size_t> seriesOrder(const Series& series, bool bySelf) {
    const auto keyOf = [&](std::size_t number) {
        const auto& row = series.rows[number];
        const auto& trend = bySelf ? row.selfTrend : row.totalTrend;
        return std::tuple(-std::abs(trendExtent(trend, series.captures.size())),
                          -largest(bySelf ? row.self : row.total), std::string_view(row.name),
                          std::string_view(row.module));
    };
    using Key = decltype(keyOf(0));
    std::vector<std::pair<Key, std::size_t>> keys;
    keys.reserve(series.rows.size());
    for (std::size_t number = 0; number < series.rows.size(); ++number)
        keys.emplace_back(keyOf(number), number);
    std::ranges::sort(keys);
    std::vector<std::size_t> order;
    order.reserve(keys.size());
    for (const auto& [key, number] : keys)
        order.push_back(number);
    return order;
}

void sortSeries(Series& series, bool bySelf) {
    std::vector<SeriesRow> sorted;
    sorted.reserve(series.rows.size());
    for (const auto number : seriesOrder(series, bySelf))
        sorted.push_back(std::move(series.rows[number]));
    series.rows = std::move(sorted);
}

} // namespace candela
