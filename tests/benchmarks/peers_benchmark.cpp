#include "model/base/file.h"
#include "model/recording/recording_reader.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"
#include "tests/benchmarks/measured_run.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace candela {

namespace {

constexpr int seconds = 60;
constexpr int rounds = 2;
constexpr const char* frequency = "997";
constexpr std::string_view input = "whole machine, two compilers, 60 s, 997 Hz";
/// perf reads all of its output again at its end.
constexpr int maximumRunTime = 6 * seconds;
constexpr std::uint32_t framesOfRow = 16; // in the recording's table of costs

struct Recorder {
    double cpuSeconds = 0;
    double bytes = 0;
    double lost = 0;  ///< lost samples, as the recorder reports them; for perf, as perf does
    double units = 0; ///< units that the compilers finished in that time
};

/// Measures a recorder beside the compilers, which were given a second to start.
Result<Recorder> measure(const std::vector<std::string>& command, const QString& file,
                         std::string& messages) {
    CompilerLoad compilers(CompilerLoad::smallUnit);
    QThread::sleep(1);
    const auto before = compilers.finished();
    QElapsedTimer timer;
    timer.start();
    const auto run = TRY(runMeasured(command, maximumRunTime));
    const auto units = double(compilers.finished() - before);
    messages = run.messages;
    return Recorder{run.cpuSeconds, double(QFileInfo(file).size()), 0,
                    units * seconds * 1e3 / double(timer.elapsed())};
}

/// "… lost 12 chunks …" in perf's messages.
double lostByPerf(const std::string& messages) {
    const auto position = messages.find("lost ");
    return position == std::string::npos
               ? 0
               : std::max(1.0, std::strtod(messages.c_str() + position + 5, nullptr));
}

/// The cost of the mean sample by the kernel's statistics; for stacks of some 40 frames by the programs' own
/// clock, and what the kernel's statistics add (entry and exit, and submitting the sample).
void reportKernelPrograms(Report& report, const RecordingProgress& recorded) {
    const auto& usage = recorded.usage;
    std::uint64_t samples = 0, time = 0;
    for (const auto& cost : recorded.costOfDepth) {
        samples += cost.samples;
        time += cost.time;
    }
    if (usage.bpfRunCount == 0 || samples == 0)
        return report.skip("BPF run time", "the kernel does not measure it for us");
    const auto mean = double(usage.bpfRunTime) / double(usage.bpfRunCount);
    const auto beyond = mean - double(time) / double(samples);
    report.values("BPF run time a sample", input, {mean / 1e3}, "us");
    for (const auto& cost : recorded.costOfDepth) {
        if (cost.first > 40 || cost.first + framesOfRow <= 40) continue;
        report.values("BPF run time, 40 frames", fmt::format("{} samples of 32 to 47", cost.samples),
                      {(double(cost.time) / double(cost.samples) + beyond) / 1e3}, "us");
    }
}

/// The recorder as packages install it: perf's package has no debug information either, and both read their
/// own symbols.
Result<std::string> installedRecorder(const QString& folder) {
    const auto built = (QCoreApplication::applicationDirPath() + "/candela-recorder").toStdString();
    const auto installed = folder.toStdString() + "/candela-recorder";
    TRY(runMeasured({"strip", "-o", installed, built}, maximumRunTime));
    return installed;
}

Result<Recorder> recordWithCandela(const std::string& program, const QString& file,
                                   RecordingProgress& progress) {
    std::string messages;
    auto recorder = TRY(measure(
        {program, "-o", file.toStdString(), "-d", std::to_string(seconds), "-F", frequency}, file, messages));
    RecordingReader reader(RecordingReader::Purpose::Status);
    const auto opened = TRY(openToRead(file.toStdString()));
    reader.feed(TRY(MappedFile::map(opened.get())).bytes());
    progress = reader.progress();
    for (const auto& loss : progress.losses)
        recorder.lost += double(loss.count);
    return recorder;
}

Result<Recorder> recordWithPerf(const QString& file) {
    std::string messages;
    auto recorder = TRY(measure({"perf", "record", "-F", frequency, "-a", "--call-graph", "dwarf", "-o",
                                 file.toStdString(), "--", "sleep", std::to_string(seconds)},
                                file, messages));
    recorder.lost = lostByPerf(messages);
    return recorder;
}

double unitsWithoutRecorder() {
    CompilerLoad compilers(CompilerLoad::smallUnit);
    QThread::sleep(1);
    const auto before = compilers.finished();
    QThread::sleep(seconds);
    return double(compilers.finished() - before);
}

/// The results of a recorder's runs.
struct Runs {
    std::vector<double> cpuSeconds, megabytes, lost, units;

    void add(const Recorder& run) {
        cpuSeconds.push_back(run.cpuSeconds);
        megabytes.push_back(run.bytes / 1e6);
        lost.push_back(run.lost);
        units.push_back(run.units);
    }
    void print(Report& report, std::string_view who) const {
        report.values(fmt::format("CPU time, {}", who), input, cpuSeconds, "s");
        report.values(fmt::format("bytes, {}", who), input, megabytes, "MB");
        report.values(fmt::format("losses, {}", who), input, lost, "samples");
        report.values(fmt::format("compiled, {}", who), input, units, "units");
    }
};

/// The ratio of two results in each round.
std::vector<double> ratios(const std::vector<double>& of, const std::vector<double>& to) {
    std::vector<double> all;
    for (std::size_t i = 0; i < std::min(of.size(), to.size()); ++i)
        all.push_back(of[i] / to[i]);
    return all;
}

} // namespace

void benchmarkPeers(Report& report) {
    const QTemporaryDir folder;
    const auto program = installedRecorder(folder.path());
    if (!program) return report.skip("peers", program.error().message);
    const bool hasPerf = !QStandardPaths::findExecutable("perf").isEmpty();
    if (!hasPerf) report.skip("perf", "perf is not installed (Debian: linux-perf)");
    report.values("compiled, without a recorder", input, {unitsWithoutRecorder()}, "units");
    Runs candela, perf;
    RecordingProgress progress;
    for (int round = 0; round < rounds; ++round) {
        // The recorders run in turns, each equally often first, because machines get faster and slower by
        // themselves.
        for (const bool isCandela : {round % 2 == 0, round % 2 != 0}) {
            if (!isCandela && !hasPerf) continue;
            const auto file = folder.filePath(isCandela ? "machine.candela" : "machine.perf.data");
            const auto run = isCandela ? recordWithCandela(*program, file, progress) : recordWithPerf(file);
            if (!run) return report.skip("peers", run.error().message);
            (isCandela ? candela : perf).add(*run);
            QFile::remove(file);
        }
    }
    reportKernelPrograms(report, progress);
    candela.print(report, "candela");
    if (!hasPerf) return;
    perf.print(report, "perf");
    report.values("CPU time, candela / perf", input, ratios(candela.cpuSeconds, perf.cpuSeconds), "");
    report.values("compiled, candela / perf", input, ratios(candela.units, perf.units), "");
    report.values("bytes, perf / candela", input, ratios(perf.megabytes, candela.megabytes), "");
}

} // namespace candela
