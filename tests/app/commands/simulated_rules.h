/// How often a rule of `series --fail-if` is met by simulated series: of those without any change, at most in
/// one of forty.
#pragma once

#include "app/commands/profiles/fail_rule.h"
#include "tests/model/comparison/simulated_series.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// For each rule, the number of series that meet it. From the middle capture on, the changed function costs
/// `factor` times as much; 1: nothing changes.
inline std::vector<std::size_t> seriesThatFail(const SeriesKind& kind, std::size_t number, double factor,
                                               std::uint64_t seed, const std::vector<std::string>& rules) {
    std::vector<FailRule> parsed;
    for (const auto& rule : rules)
        parsed.push_back(*FailRule::create(rule));
    SimulatedSeries simulated(kind, seed);
    std::vector<std::size_t> failing(rules.size());
    for (std::size_t at = 0; at < number; ++at) {
        const auto series = simulated.next(factor);
        for (std::size_t rule = 0; rule < rules.size(); ++rule)
            failing[rule] += !parsed[rule].violations(series)->empty();
    }
    return failing;
}

} // namespace candela
