/// How often comparisons and series of simulated captures are wrong, and how often they find a change: 500 of
/// each kind.
#include "tests/app/commands/simulated_rules.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/model/comparison/simulated_comparison.h"

#include <string>
#include <vector>

namespace candela {

void benchmarkCalibration(Report& report) {
    constexpr std::size_t pairs = 500;
    constexpr double changeOfTenPercent = 1.1;
    struct Kind {
        Simulation kind;
        const char* name;
        Normalize normalize = Normalize::Share;
    };
    for (const auto& [kind, name, normalize] :
         {Kind{Simulation::Independent, "independent samples"},
          Kind{Simulation::ShortBase, "base has 1 of 50 samples"},
          Kind{Simulation::Bursty, "bursts of 5 to 500 samples"},
          Kind{Simulation::Runs, "5 runs of 12 s that differ by 2 %"},
          Kind{Simulation::MinuteRuns, "5 runs of 60 s that differ by 2 %"},
          Kind{Simulation::UnequalRuns, "5 runs that differ by 0.2 to 20 %"},
          Kind{Simulation::Independent, "independent samples as they are", Normalize::None},
          Kind{Simulation::Bursty, "bursts by the second", Normalize::Duration},
          Kind{Simulation::Runs, "5 runs of 12 s as they are", Normalize::None},
          Kind{Simulation::MinuteRuns, "5 runs of 60 s as they are", Normalize::None},
          Kind{Simulation::UnequalRuns, "5 unequal runs as they are", Normalize::None}}) {
        const auto same = Calibration::of(kind, pairs, 1, 11, normalize);
        const auto changed = Calibration::of(kind, pairs, changeOfTenPercent, 12, normalize);
        const auto percent = &Calibration::percent;
        report.values("any false change", name, {percent(same.wrong, pairs)}, "% of 500 pairs");
        report.values("intervals hold the truth", name,
                      {percent(same.covering, same.intervals), percent(changed.covering, changed.intervals)},
                      "% of intervals");
        report.values("10 % in 5 % are found", name, {percent(changed.found, pairs)}, "% of 500 pairs");
        report.values("that row alone, variance known", name, {percent(changed.findable(same), pairs)},
                      "% of 500 pairs");
    }
}

void benchmarkSeriesCalibration(Report& report) {
    constexpr std::size_t number = 500; // of each kind
    struct Kind {
        SeriesKind kind;
        const char* name;
    };
    using enum Simulation;
    using enum Normalize;
    for (const auto& [kind, name] :
         {Kind{{Independent, Share, 10, 0}, "10 captures, independent samples"},
          Kind{{Bursty, Share, 10, 0}, "10 captures, bursts"},
          Kind{{Bursty, Duration, 10, 0}, "10 captures, bursts by the second"},
          Kind{{Runs, Share, 10, 0}, "10 captures of 5 runs that differ by 2 %"},
          Kind{{UnequalRuns, None, 10, 0}, "10 captures of 5 unequal runs"},
          Kind{{Independent, Share, 10, 0.02}, "10 captures that vary by 2 %"},
          Kind{{Independent, None, 10, 0.02}, "the same, as they are"},
          Kind{{Independent, None, 10, 0.02, 0.05}, "10 on a machine that varies by 5 %"},
          Kind{{Independent, Share, 3, 0.02}, "3 captures that vary by 2 %"},
          Kind{{Independent, Share, 5, 0.02}, "5 captures that vary by 2 %"},
          Kind{{Independent, None, 20, 0.02}, "20 captures that vary by 2 %"}}) {
        const auto measure = [&](double factor, const std::vector<std::string>& rules) {
            const auto failing = seriesThatFail(kind, number, factor, 21, rules);
            for (std::size_t rule = 0; rule < rules.size(); ++rule)
                report.values(factor == 1 ? rules[rule] : "20 % in 5 % are found", name,
                              {Calibration::percent(failing[rule], number)}, "% of series");
        };
        std::vector<std::string> rules{"function . slower 0%", "function . faster 0%"};
        if (kind.normalize != Share) rules.emplace_back("total slower 0%");
        measure(1, rules);
        measure(1.2, {"function ^work05$ slower 5%"});
    }
}

} // namespace candela
