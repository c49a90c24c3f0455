#include "model/formats/format.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <fmt/core.h>

namespace candela {

namespace {

constexpr int seconds = 10;
constexpr int runs = 3;

struct Cost {
    double cpuShare = 0; ///< percent of one CPU
    double megabytes = 0;
    double lost = 0; ///< samples
};

/// What a recording of the whole machine says that it cost; a sentence where there could be none.
Result<Cost> record(int frequency) {
    const QTemporaryDir folder;
    const auto file = folder.filePath("machine.candela");
    QProcess recorder;
    recorder.start(QCoreApplication::applicationDirPath() + "/candela-recorder",
                   {"-o", file, "-d", QString::number(seconds), "-F", QString::number(frequency)});
    if (!recorder.waitForFinished((seconds + 30) * 1000) || recorder.exitCode() != 0)
        return failure(recorder.readAllStandardError().split('\n').first().toStdString(),
                       ErrorCode::NotPossible);
    Task task;
    const auto profile = TRY(readProfile(file.toStdString(), task));
    Cost cost;
    cost.cpuShare = 100 * double(profile.recorder.cpuTime) / double(profile.origin.duration);
    cost.megabytes = double(profile.recorder.peakMemory) / 1e6;
    for (const auto& loss : profile.losses)
        cost.lost += double(loss.count);
    return cost;
}

} // namespace

void benchmarkRecorder(Report& report) {
    for (const int frequency : {99, 997}) {
        const CompilerLoad compilers(CompilerLoad::largeUnit);
        std::vector<double> cpu;
        std::vector<double> memory;
        std::vector<double> lost;
        for (int run = 0; run < runs; ++run) {
            const auto cost = record(frequency);
            if (!cost) return report.skip("recorder", cost.error().message);
            cpu.push_back(cost->cpuShare);
            memory.push_back(cost->megabytes);
            lost.push_back(cost->lost);
        }
        const auto input = fmt::format("whole machine, two compilers, {} s", seconds);
        const auto name = [&](const char* what) {
            return fmt::format("recorder {}, {} Hz", what, frequency);
        };
        report.values(name("CPU time"), input, cpu, "% of one CPU");
        report.values(name("memory"), input, memory, "MB");
        report.values(name("losses"), input, lost, "samples");
    }
}

} // namespace candela
