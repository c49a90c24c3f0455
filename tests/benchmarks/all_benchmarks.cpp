#include "tests/benchmarks/benchmark.h"

namespace candela {

void benchmarkBuildProfile(Report& report);

std::span<const Benchmark> allBenchmarks() {
    static constexpr Benchmark benchmarks[]{
        {"build", benchmarkBuildProfile},
    };
    return benchmarks;
}

} // namespace candela
