#include "model/base/byte_reader.h"
#include "model/formats/format.h"
#include "model/profile/losses.h"
#include "model/recording/recording_reader.h"
#include "model/recording/segment_stream.h"
#include "model/recording/segment_writer.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

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
    double lost = 0;  ///< samples
    double bytes = 0; ///< of the file
    double cpuSeconds = 0;
};

/// Records the whole machine; fails with a sentence if that is not possible.
Result<void> recordTo(const QString& file, const Recording& recording) {
    QProcess recorder;
    recorder.start(
        QCoreApplication::applicationDirPath() + "/candela-recorder",
        {"-o", file, "-d", QString::number(recording.seconds), "-F", QString::number(recording.frequency)});
    if (!recorder.waitForFinished((recording.seconds + 30) * 1000) || recorder.exitCode() != 0)
        return failure(recorder.readAllStandardError().split('\n').first().toStdString(),
                       ErrorCode::NotPossible);
    return {};
}

/// The cost that a recording of the whole machine reports.
Result<Cost> record(const Recording& recording) {
    const QTemporaryDir folder;
    const auto file = folder.filePath("machine.candela");
    TRY(recordTo(file, recording));
    Task task;
    const auto profile = TRY(readProfile(file.toStdString(), task));
    Cost cost;
    cost.cpuShare = 100 * double(profile.recorder.cpuTime) / double(profile.origin.duration);
    cost.megabytes = double(profile.recorder.peakMemory) / 1e6;
    cost.lost = double(lostSamples(profile.losses));
    return cost;
}

/// What kept code adds to a recording, as a share of the rest.
struct CodeShare {
    double bytes = 0; ///< percent
    double time = 0;  ///< percent of the recorder's other processor time, as the sandbox child measured it
    double functions = 0;
};

/// Removes the code and its texts, which are the last ones.
void removeCode(recording::Segment& segment) {
    segment.clear_code();
    std::uint32_t last = 0;
    for (const auto& process : segment.processes())
        last = std::max(last, process.name());
    for (const auto& thread : segment.threads())
        last = std::max(last, thread.name());
    for (const auto& mapping : segment.mappings())
        last = std::max({last, mapping.path(), mapping.build_id()});
    for (const auto& function : segment.functions())
        last = std::max({last, function.name(), function.raw_name(), function.file()});
    for (const auto row : segment.label_sets().key())
        last = std::max(last, row);
    for (const auto rowPlusOne : segment.label_sets().text_plus_one())
        last = std::max(last, rowPlusOne); // one more than needed, if it is the last
    while (segment.strings_size() > static_cast<int>(last) + 1)
        segment.mutable_strings()->RemoveLast();
}

/// Writes the segments of the file again as the recorder writes them, with and without code. Two recordings
/// can't be compared: what the machine does meanwhile differs by more than the code.
Result<CodeShare> codeShareOf(const QString& path) {
    QFile file(path);
    if (!file.open(QFile::ReadOnly)) return failure("the recording can't be read");
    const auto bytes = file.readAll();
    const auto stream = asBytes(std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size())));
    RecordingReader reader(RecordingReader::Purpose::Status);
    reader.feed(stream);
    const auto& progress = reader.progress();
    CodeShare share;
    share.time = 100 * double(progress.codeTime) / double(progress.usage.cpuTime - progress.codeTime);
    SegmentStream segments;
    segments.feed(stream);
    SegmentWriter writer(1);
    double with = 0, without = 0;
    while (segments.next() == SegmentStream::Event::Segment) {
        recording::Segment segment;
        segment.ParseFromString(std::string(segments.content()));
        share.functions += segment.code_size();
        with += double(TRY(writer.write(segment)).size());
        removeCode(segment);
        without += double(TRY(writer.write(segment)).size());
    }
    share.bytes = 100 * (with - without) / without;
    return share;
}

Result<void> measureCode(Report& report, int seconds, int runs) {
    const CompilerLoad compilers(CompilerLoad::largeUnit);
    std::vector<double> bytes, time, functions;
    for (int run = 0; run < runs; ++run) {
        const QTemporaryDir folder;
        const auto file = folder.filePath("machine.candela");
        TRY(recordTo(file, {99, seconds, 1}));
        const auto share = TRY(codeShareOf(file));
        bytes.push_back(share.bytes);
        time.push_back(share.time);
        functions.push_back(share.functions);
    }
    const auto input = fmt::format("whole machine, two compilers, {} s", seconds);
    report.values("recorder, bytes of code", input, bytes, "% more");
    report.values("recorder, CPU time of code", input, time, "% more");
    report.values("recorder, kept code", input, functions, "functions");
    return {};
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
    for (const auto& [seconds, runs] : {std::pair(60, 1), std::pair(10, 3)}) {
        if (const auto done = measureCode(report, seconds, runs); !done)
            return report.skip("recorder, code", done.error().message);
    }
}

} // namespace candela
