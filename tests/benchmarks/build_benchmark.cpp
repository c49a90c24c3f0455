#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"

namespace candela {

void benchmarkBuildProfile(Report& report) {
    const SyntheticRecording recording(SyntheticSize::Large);
    report.time("build profile", recording.description(), {{double(recording.samples().size()), "samples"}},
                [&] { recording.build(); });
}

} // namespace candela
