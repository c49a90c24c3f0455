#include "model/formats/format.h"
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

constexpr int seconds = 10;
constexpr const char* frequency = "997";
constexpr std::string_view input = "whole machine, two compilers, 10 s, 997 Hz";
/// perf reads all that it wrote once more at its end.
constexpr int longestRun = 6 * seconds;

struct Recorder {
    double cpuSeconds = 0;
    double bytes = 0;
    double lost = 0;  ///< samples; of perf what it says of them
    double units = 0; ///< finished by the compilers, in ten seconds
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

/// Frames that the kernel programs found, so without inlined ones, of the mean sample.
double meanFrames(const Profile& profile, const SampleTable& samples) {
    std::vector<std::uint32_t> depth(profile.stacks.size());
    for (std::size_t row = 0; row < depth.size(); ++row) {
        const auto parent = profile.stacks.parent[row];
        const auto frame = profile.stacks.frame[row];
        const bool isInlined = profile.frames.kind[frame.row()] == FrameKind::Inlined;
        depth[row] = (parent ? depth[parent.row()] : 0) + (isInlined ? 0 : 1);
    }
    double sum = 0;
    for (const auto stack : samples.stack)
        sum += stack ? depth[stack.row()] : 0;
    return samples.size() == 0 ? 0 : sum / double(samples.size());
}

void reportKernelPrograms(Report& report, const Profile& profile) {
    if (profile.recorder.bpfRunCount == 0 || profile.samples.empty())
        return report.skip("BPF run time", "the kernel does not measure it for us");
    const auto nanoseconds = double(profile.recorder.bpfRunTime) / double(profile.recorder.bpfRunCount);
    const auto frames = meanFrames(profile, profile.samples.front());
    report.values("BPF run time a sample", input, {nanoseconds / 1e3}, "us");
    report.values("frames a sample", input, {frames}, "frames");
    report.values("BPF run time, 40 frames", "from the mean", {nanoseconds / 1e3 / frames * 40}, "us");
}

Result<Recorder> recordWithCandela(Report& report, const QString& file) {
    std::string messages;
    auto recorder = TRY(measure({(QCoreApplication::applicationDirPath() + "/candela-recorder").toStdString(),
                                 "-o", file.toStdString(), "-d", std::to_string(seconds), "-F", frequency},
                                file, messages));
    Task task;
    const auto profile = TRY(readProfile(file.toStdString(), task));
    for (const auto& loss : profile.losses)
        recorder.lost += double(loss.count);
    reportKernelPrograms(report, profile);
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
