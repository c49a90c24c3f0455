#include "tests/benchmarks/benchmark.h"

namespace candela {

void benchmarkBuildProfile(Report& report);
void benchmarkAnalysis(Report& report);
void benchmarkRecording(Report& report);
void benchmarkFormats(Report& report);
void benchmarkPprof(Report& report);
void benchmarkPerfData(Report& report);
void benchmarkPainting(Report& report);
void benchmarkFlameChart(Report& report);
void benchmarkHeatMap(Report& report);
void benchmarkTimeline(Report& report);
void benchmarkWindow(Report& report);
void benchmarkLive(Report& report);
void benchmarkActions(Report& report);
void benchmarkDetails(Report& report);
void benchmarkComparison(Report& report);
void benchmarkOpening(Report& report);
void benchmarkUnwind(Report& report);
void benchmarkRecorder(Report& report);
void benchmarkPeers(Report& report);
void benchmarkCalibration(Report& report);
void benchmarkSeriesCalibration(Report& report);
void benchmarkSeries(Report& report);

std::span<const Benchmark> allBenchmarks() {
    static constexpr Benchmark benchmarks[]{
        {"build", benchmarkBuildProfile},
        {"analysis", benchmarkAnalysis},
        {"recording", benchmarkRecording},
        {"formats", benchmarkFormats},
        {"pprof", benchmarkPprof},
        {"perf_data", benchmarkPerfData},
        {"painting", benchmarkPainting},
        {"flame_chart", benchmarkFlameChart},
        {"heat_map", benchmarkHeatMap},
        {"timeline", benchmarkTimeline},
        {"window", benchmarkWindow},
        {"live", benchmarkLive},
        {"actions", benchmarkActions},
        {"details", benchmarkDetails},
        {"comparison", benchmarkComparison},
        {"opening", benchmarkOpening},
        {"unwind", benchmarkUnwind},
        {"recorder", benchmarkRecorder},
        {"peers", benchmarkPeers},
        {"calibration", benchmarkCalibration},
        {"calibration_series", benchmarkSeriesCalibration},
        {"series", benchmarkSeries},
    };
    return benchmarks;
}

} // namespace candela
