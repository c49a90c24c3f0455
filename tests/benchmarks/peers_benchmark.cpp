#include "model/base/file.h"
#include "model/recording/recording_reader.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"
#include "tests/benchmarks/measured_run.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace candela {

namespace {

constexpr int seconds = 60;
constexpr const char* frequency = "997";
constexpr std::string_view input = "whole machine, two compilers, 60 s, 997 Hz";
/// perf reads all that it wrote once more at its end.
constexpr int longestRun = 6 * seconds;
constexpr std::uint32_t framesOfRow = 16; // of the recording's table of costs

struct Recorder {
    double cpuSeconds = 0;
    double bytes = 0;
    double lost = 0;  ///< samples; of perf what it says of them
    double units = 0; ///< finished by the compilers in that time
};

/// Runs a recorder beside the compilers, which had a second to start.
Result<Recorder> measure(const std::vector<std::string>& command, const QString& file,
                         std::string& messages) {
    CompilerLoad compilers(CompilerLoad::smallUnit);
    QThread::sleep(1);
    const auto before = compilers.finished();
    QElapsedTimer timer;
    timer.start();
    const auto run = TRY(runMeasured(command, longestRun));
    const auto units = double(compilers.finished() - before);
    messages = run.messages;
    return Recorder{run.cpuSeconds, double(QFileInfo(file).size()), 0,
                    units * seconds * 1e3 / double(timer.elapsed())};
}

/// "… lost 12 chunks …" in perf's messages.
double lostByPerf(const std::string& messages) {
    const auto place = messages.find("lost ");
    return place == std::string::npos ? 0 : std::max(1.0, std::strtod(messages.c_str() + place + 5, nullptr));
}

/// Of the mean sample by the kernel's statistics; of stacks of some 40 frames by the programs' own clock, and
/// what the kernel's says beyond that (the way in and out, and handing the sample over).
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

Result<Recorder> recordWithCandela(Report& report, const QString& file) {
    std::string messages;
    auto recorder = TRY(measure({(QCoreApplication::applicationDirPath() + "/candela-recorder").toStdString(),
                                 "-o", file.toStdString(), "-d", std::to_string(seconds), "-F", frequency},
                                file, messages));
    RecordingReader reader(RecordingReader::Purpose::Status);
    const auto opened = TRY(openToRead(file.toStdString()));
    reader.feed(TRY(MappedFile::map(opened.get())).bytes());
    for (const auto& loss : reader.progress().losses)
        recorder.lost += double(loss.count);
    reportKernelPrograms(report, reader.progress());
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

} // namespace

void benchmarkPeers(Report& report) {
    const QTemporaryDir folder;
    report.values("compiled, nobody records", input, {unitsWithoutRecorder()}, "units");
    const auto candela = recordWithCandela(report, folder.filePath("machine.candela"));
    if (!candela) return report.skip("peers", candela.error().message);
    const auto print = [&](std::string_view who, const Recorder& recorder) {
        report.values(fmt::format("CPU time, {}", who), input, {recorder.cpuSeconds}, "s");
        report.values(fmt::format("bytes, {}", who), input, {recorder.bytes / 1e6}, "MB");
        report.values(fmt::format("losses, {}", who), input, {recorder.lost}, "samples");
        report.values(fmt::format("compiled, {}", who), input, {recorder.units}, "units");
    };
    print("candela", *candela);
    if (QStandardPaths::findExecutable("perf").isEmpty())
        return report.skip("perf", "perf is not installed (Debian: linux-perf)");
    const auto perf = recordWithPerf(folder.filePath("machine.perf.data"));
    if (!perf) return report.skip("perf", perf.error().message);
    print("perf", *perf);
    report.values("CPU time, candela / perf", input, {candela->cpuSeconds / perf->cpuSeconds}, "");
    report.values("bytes, perf / candela", input, {perf->bytes / candela->bytes}, "");
}

} // namespace candela
