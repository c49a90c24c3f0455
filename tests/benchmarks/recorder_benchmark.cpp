#include "model/base/byte_reader.h"
#include "model/formats/format.h"
#include "model/profile/losses.h"
#include "model/recording/recording_reader.h"
#include "model/recording/segment_stream.h"
#include "model/recording/segment_writer.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

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
    double cpuShare = 0;                     ///< percent of one CPU, by the recorder's own account
    std::optional<double> wholeMilliseconds; ///< CPU time; none where there are no control groups
    double megabytes = 0;
    double lost = 0; ///< samples
};

/// A benchmark that was killed left its control group.
void removeFoldersOfDead(const char* root) {
    const QString prefix = "candela-bench-";
    for (const auto& name : QDir(root).entryList({prefix + "*"}, QDir::Dirs)) {
        const auto process = "/proc/" + name.mid(prefix.size());
        if (!QFile::exists(process)) ::rmdir(QFile::encodeName(root + ('/' + name)).constData());
    }
}

/// The CPU time of a command with all of its processes, from start to end. A recorder's account begins when
/// its probes are loaded, and getrusage() lacks processes that are not waited for; a control group has all.
class WholeCpuTime {
public:
    WholeCpuTime() {
        const QByteArray name = "/candela-bench-" + QByteArray::number(QCoreApplication::applicationPid());
        const auto use = [&](const char* root, const char* account) {
            removeFoldersOfDead(root);
            m_folder = root + name;
            m_account = account;
            m_isThere = ::mkdir(m_folder.constData(), 0755) == 0;
        };
        if (QFile::exists("/sys/fs/cgroup/cgroup.controllers"))
            use("/sys/fs/cgroup", "/cpu.stat");
        else
            use("/sys/fs/cgroup/cpuacct", "/cpuacct.usage");
    }
    WholeCpuTime(const WholeCpuTime&) = delete;
    WholeCpuTime& operator=(const WholeCpuTime&) = delete;
    ~WholeCpuTime() {
        if (m_isThere) ::rmdir(m_folder.constData());
    }
    void include(QProcess& command) const {
        if (!m_isThere) return;
        command.setChildProcessModifier([processes = m_folder + "/cgroup.procs"] {
            const int file = ::open(processes.constData(), O_WRONLY | O_CLOEXEC);
            static_cast<void>(!::write(file, "0", 1)); // 0: this process
        });
    }
    /// When the command has ended; its last processes may end a little later.
    std::optional<double> milliseconds() const {
        for (int look = 0; look < 100 && !read("/cgroup.procs").isEmpty(); ++look)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        const auto text = read(m_account.constData());
        constexpr std::string_view unified = "usage_usec ";
        if (text.startsWith(unified.data()))
            return text.mid(unified.size(), text.indexOf('\n') - qsizetype(unified.size())).toDouble() / 1e3;
        return text.isEmpty() ? std::nullopt : std::optional(text.trimmed().toDouble() / 1e6);
    }

private:
    QByteArray read(const char* file) const {
        QFile opened(m_folder + file);
        return m_isThere && opened.open(QFile::ReadOnly) ? opened.readAll() : QByteArray();
    }

    QByteArray m_folder;
    QByteArray m_account;
    bool m_isThere = false;
};

QString builtRecorder() {
    return QCoreApplication::applicationDirPath() + "/candela-recorder";
}

/// The recorder as packages install it: without its symbols, which it would read to name itself. The built
/// one where strip is not installed.
QString installedRecorder(const QTemporaryDir& folder) {
    const auto copy = folder.filePath("candela-recorder");
    const auto strip = QStandardPaths::findExecutable("strip");
    if (strip.isEmpty() || QProcess::execute(strip, {"-o", copy, builtRecorder()}) != 0)
        return builtRecorder();
    return copy;
}

/// Records the whole machine; fails with a sentence if that is not possible.
Result<void> recordTo(const QString& file, const Recording& recording,
                      const QString& program = builtRecorder(), const WholeCpuTime* whole = nullptr) {
    QProcess recorder;
    if (whole) whole->include(recorder);
    recorder.start(program, {"-o", file, "-d", QString::number(recording.seconds), "-F",
                             QString::number(recording.frequency)});
    if (!recorder.waitForFinished((recording.seconds + 30) * 1000) || recorder.exitCode() != 0)
        return failure(recorder.readAllStandardError().split('\n').first().toStdString(),
                       ErrorCode::NotPossible);
    return {};
}

/// The cost that a recording of the whole machine reports, and the CPU time of the whole command.
Result<Cost> record(const Recording& recording, const QString& program) {
    const QTemporaryDir folder;
    const auto file = folder.filePath("machine.candela");
    const WholeCpuTime whole;
    TRY(recordTo(file, recording, program, &whole));
    Task task;
    const auto profile = TRY(readProfile(file.toStdString(), task));
    Cost cost;
    cost.wholeMilliseconds = whole.milliseconds();
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

/// `load`: what runs besides.
Result<void> measureCost(Report& report, const Recording& recording, std::string_view load,
                         const QString& program) {
    std::vector<double> cpu, whole, memory, lost;
    for (int run = 0; run < recording.runs; ++run) {
        const auto cost = TRY(record(recording, program));
        cpu.push_back(cost.cpuShare);
        if (cost.wholeMilliseconds) whole.push_back(*cost.wholeMilliseconds);
        memory.push_back(cost.megabytes);
        lost.push_back(cost.lost);
    }
    const auto input = fmt::format("whole machine, {}, {} s", load, recording.seconds);
    const auto name = [&](const char* what) {
        return fmt::format("recorder {}, {} Hz", what, recording.frequency);
    };
    report.values(name("CPU time"), input, cpu, "% of one CPU");
    if (whole.empty())
        report.skip(name("whole CPU"), "there are no control groups");
    else
        report.values(name("whole CPU"), input, whole, "ms");
    report.values(name("memory"), input, memory, "MB");
    report.values(name("losses"), input, lost, "samples");
    return {};
}

} // namespace

void benchmarkRecorder(Report& report) {
    for (const auto& recording : recordings) {
        const CompilerLoad compilers(CompilerLoad::largeUnit);
        const auto done = measureCost(report, recording, "two compilers", builtRecorder());
        if (!done) return report.skip("recorder", done.error().message);
    }
    const QTemporaryDir folder;
    const auto installed = installedRecorder(folder);
    for (const auto& recording : recordings) {
        const auto done = measureCost(report, recording, "nothing else", installed);
        if (!done) return report.skip("recorder, nothing else", done.error().message);
    }
    for (const auto& [seconds, runs] : {std::pair(60, 1), std::pair(10, 3)}) {
        if (const auto done = measureCode(report, seconds, runs); !done)
            return report.skip("recorder, code", done.error().message);
    }
}

} // namespace candela
