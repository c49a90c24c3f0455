/// How often comparisons of simulated captures are wrong, and how often they find a change: 500 of each kind.
#include "tests/benchmarks/benchmark.h"
#include "tests/model/comparison/simulated_comparison.h"

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
          Kind{Simulation::Bursty, "bursts of 5 to 500 samples"},
          Kind{Simulation::Runs, "5 runs that differ by 2 %"},
          Kind{Simulation::UnequalRuns, "5 runs that differ by 0.2 to 20 %"},
          Kind{Simulation::Independent, "independent samples as they are", Normalize::None},
          Kind{Simulation::Bursty, "bursts by the second", Normalize::Duration},
          Kind{Simulation::Runs, "5 runs as they are", Normalize::None},
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

} // namespace candela
