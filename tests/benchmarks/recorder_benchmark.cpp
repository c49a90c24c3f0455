#include "model/formats/format.h"
#include "model/profile/losses.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <array>

namespace candela {

namespace {

struct Recording {
    int frequency = 0;
    int seconds = 0;
    int runs = 0;
};
/// Starting costs some 100 to 150 ms, mostly for the names and unwind tables of running programs. A recording
/// of ten seconds shows that cost; one of a minute shows the cost of each further second.
constexpr std::array<Recording, 3> recordings{{{99, 60, 1}, {99, 10, 3}, {997, 10, 3}}};

struct Cost {
    double cpuShare = 0; ///< percent of one CPU
    double megabytes = 0;
    double lost = 0; ///< samples
};

/// The cost that a recording of the whole machine reports; a sentence if recording is not possible.
Result<Cost> record(const Recording& recording) {
    const QTemporaryDir folder;
    const auto file = folder.filePath("machine.candela");
    QProcess recorder;
    recorder.start(
        QCoreApplication::applicationDirPath() + "/candela-recorder",
        {"-o", file, "-d", QString::number(recording.seconds), "-F", QString::number(recording.frequency)});
    if (!recorder.waitForFinished((recording.seconds + 30) * 1000) || recorder.exitCode() != 0)
        return failure(recorder.readAllStandardError().split('\n').first().toStdString(),
                       ErrorCode::NotPossible);
    Task task;
    const auto profile = TRY(readProfile(file.toStdString(), task));
    Cost cost;
    cost.cpuShare = 100 * double(profile.recorder.cpuTime) / double(profile.origin.duration);
    cost.megabytes = double(profile.recorder.peakMemory) / 1e6;
    cost.lost = double(lostSamples(profile.losses));
    return cost;
}

} // namespace

void benchmarkRecorder(Report& report) {
    for (const auto& recording : recordings) {
        const CompilerLoad compilers(CompilerLoad::largeUnit);
        std::vector<double> cpu;
        std::vector<double> memory;
        std::vector<double> lost;
        for (int run = 0; run < recording.runs; ++run) {
            const auto cost = record(recording);
            if (!cost) return report.skip("recorder", cost.error().message);
            cpu.push_back(cost->cpuShare);
            memory.push_back(cost->megabytes);
            lost.push_back(cost->lost);
        }
        const auto input = fmt::format("whole machine, two compilers, {} s", recording.seconds);
        const auto name = [&](const char* what) {
            return fmt::format("recorder {}, {} Hz", what, recording.frequency);
        };
        report.values(name("CPU time"), input, cpu, "% of one CPU");
        report.values(name("memory"), input, memory, "MB");
        report.values(name("losses"), input, lost, "samples");
    }
}

} // namespace candela
