#include "tests/benchmarks/benchmark.h"

namespace candela {

void benchmarkBuildProfile(Report& report);
void benchmarkAnalysis(Report& report);

std::span<const Benchmark> allBenchmarks() {
    static constexpr Benchmark benchmarks[]{
        {"build", benchmarkBuildProfile},
        {"analysis", benchmarkAnalysis},
    };
    return benchmarks;
}

} // namespace candela
