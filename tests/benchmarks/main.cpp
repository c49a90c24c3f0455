/// candela_bench [NAME...]: runs the benchmarks whose names begin with one of the given names, or all of
/// them.
#include "tests/benchmarks/benchmark.h"

#include <QApplication>

#include <algorithm>
#include <cstdio>

int main(int count, char** arguments) {
    qputenv("QT_QPA_PLATFORM", "offscreen"); // painting is measured in memory
    if (count > 1 && arguments[1] == candela::toFirstPicture)
        return candela::runToFirstPicture(count - 1, arguments + 1);
    const QApplication application(count, arguments);
    const std::span names(arguments + 1, arguments + count);
    const auto isWanted = [&](const candela::Benchmark& benchmark) {
        return names.empty() || std::any_of(names.begin(), names.end(), [&](const char* name) {
                   return benchmark.name.starts_with(name);
               });
    };

    const auto benchmarks = candela::allBenchmarks();
    if (std::none_of(benchmarks.begin(), benchmarks.end(), isWanted)) {
        std::fprintf(stderr, "candela_bench: no benchmark has such a name; there are:\n");
        for (const auto& benchmark : benchmarks)
            std::fprintf(stderr, "  %.*s\n", int(benchmark.name.size()), benchmark.name.data());
        return 2;
    }
    candela::Report report;
    for (const auto& benchmark : benchmarks) {
        if (isWanted(benchmark)) benchmark.run(report);
    }
}
