#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "model/base/units.h"
#include "model/formats/format.h"
#include "model/symbols/lookup/name_lookup.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"
#include "tests/benchmarks/hotspot_output.h"
#include "tests/benchmarks/measured_run.h"
#include "tests/perf_data_own_stack.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>

namespace candela {

namespace {

constexpr std::uint32_t stackSize = 8192;
constexpr std::uint32_t syntheticRecords = 42'000;
constexpr std::uint32_t recordedFrequency = 999;
constexpr int readingRuns = 3;
constexpr std::uint32_t distinctStacks = 2'000;
constexpr int depth = 40;

/// One of many functions; the bits of `path` select the calls.
template<int number>
__attribute__((noinline)) WrittenSample descend(std::uint32_t path, int left) {
    volatile char used[32 + 24 * number];
    used[0] = static_cast<char>(path);
    if (left == 0) return sampleOfThisStack(stackSize);
    constexpr std::uint32_t mixer = 2654435761u;
    const auto next = path * mixer + static_cast<std::uint32_t>(left);
    auto sample =
        next >> 31 ? descend<(number + 1) % 4>(next, left - 1) : descend<(number + 3) % 4>(next, left - 1);
    sample.cpu = static_cast<unsigned char>(used[0]); // prevents a tail call
    return sample;
}

/// Writes the file that perf would have written for the same number of samples of this program.
void writeCapture(const std::string& path) {
    auto writer = writerOfOwnStacks(stackSize);
    writer.addName(10, 10, "benchmark");
    addOwnMappings(writer, 10);
    std::vector<WrittenSample> stacks;
    for (std::uint32_t row = 0; row < distinctStacks; ++row) {
        stacks.push_back(descend<0>(row, depth + static_cast<int>(row % 16)));
        stacks.back().pid = stacks.back().tid = 10;
    }
    for (std::uint32_t row = 0; row < syntheticRecords; ++row) {
        auto& sample = stacks[row % distinctStacks];
        sample.time = 1 + row * std::uint64_t(1'000'000);
        writer.addSample(sample);
    }
    const auto bytes = writer.file();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// A sample of a thread, by its time since the first sample of all threads.
using SampleMoment = std::pair<std::uint32_t, std::int64_t>;

struct OpenedStacks {
    std::set<SampleMoment> all; ///< samples with a user part
    std::size_t complete = 0;   ///< number of stacks that reach the thread's start
    // In complete stacks: the outermost functions, and the callees of outermost functions without a name.
    std::set<std::string, std::less<>> outermost, nextToUnnamed;

    bool isStart(const StackStart& start) const {
        return start.outermost.empty() ? nextToUnnamed.contains(start.next)
                                       : outermost.contains(start.outermost);
    }
};

std::string functionOf(const Profile& profile, StackIndex stack) {
    const auto function = profile.frames.function[profile.stacks.frame[stack.row()].row()];
    return function ? std::string(profile.text(profile.functions[function.row()].name)) : std::string();
}

StackStart startOf(const Profile& profile, StackIndex stack) {
    StackStart start;
    for (; stack; stack = profile.stacks.parent[stack.row()])
        start = {.outermost = functionOf(profile, stack), .next = std::move(start.outermost)};
    return start;
}

OpenedStacks openedStacks(const Profile& profile) {
    OpenedStacks opened;
    const auto& table = profile.samples[profile.shownValue().row()];
    auto first = std::numeric_limits<std::int64_t>::max();
    for (std::size_t row = 0; row < table.size(); ++row)
        first = std::min(first, table.timeAt(row));
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto end = table.stackEndAt(row);
        if (end == StackEnd::None) continue;
        const auto tid = static_cast<std::uint32_t>(profile.threads[table.threadAt(row).row()].tid);
        opened.all.insert({tid, table.timeAt(row) - first});
        if (end != StackEnd::Complete) continue;
        ++opened.complete;
        auto start = startOf(profile, table.stack[row]);
        if (start.outermost.empty())
            opened.nextToUnnamed.insert(std::move(start.next));
        else
            opened.outermost.insert(std::move(start.outermost));
    }
    opened.nextToUnnamed.erase(std::string());
    return opened;
}

/// Hotspot does not mark complete stacks: a stack counts as complete if it begins with the same functions as
/// Candela's.
struct OtherStacks {
    std::size_t complete = 0;
    std::size_t guessed = 0; ///< further complete stacks, including those with guessed frames
    std::size_t unknown = 0; ///< samples that Candela does not have
};

Result<OtherStacks> compareStacks(const OpenedStacks& ours, const QString& parsed) {
    const auto samples = TRY(readParsedSamples(parsed));
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& sample : samples)
        first = std::min(first, sample.time);
    OtherStacks theirs;
    for (const auto& sample : samples) {
        if (!ours.all.contains({sample.tid, static_cast<std::int64_t>(sample.time - first)}))
            ++theirs.unknown;
        else if (ours.isStart(sample.walked))
            ++theirs.complete;
        else if (sample.hasGuesses && ours.isStart(sample.guessed))
            ++theirs.guessed;
    }
    return theirs;
}

/// Measures the work from opening the file to the complete call tree with names.
std::shared_ptr<const Profile> openCallTree(const std::string& path) {
    Task task;
    auto read = readProfile(path, task);
    if (!read) std::abort();
    auto named = lookUpNames(std::move(*read), {}, task);
    if (!named) std::abort();
    const auto profile = std::make_shared<const Profile>(std::move(named->profile));
    const auto value = profile->shownValue();
    SampleSelector selector(profile);
    const auto weights = selector.stackWeights(value, {}, task);
    if (!weights) std::abort();
    auto tree = CallTree::create(Direction::TopDown, callTreeShape(groupFrames(profile, Grouping::Function)),
                                 *weights);
    tree.children({});
    return profile;
}

/// perf's own capture of compilers; a synthetic one if perf can't record.
std::string recordCapture(const std::string& path) {
    CompilerLoad compilers(CompilerLoad::largeUnit);
    const auto seconds =
        std::clamp(syntheticRecords / (recordedFrequency * std::thread::hardware_concurrency()) + 1, 2u, 60u);
    if (runMeasured({"perf", "record", "-F", std::to_string(recordedFrequency), "-a", "--call-graph", "dwarf",
                     "-o", path, "--", "sleep", std::to_string(seconds)},
                    60 + static_cast<int>(seconds)))
        return "perf record -a over compilers";
    writeCapture(path);
    return "42,000 made-up stacks";
}

} // namespace

/// The memory for the stacks of a perf.data file; and hotspot's reader of the same file, if installed, in
/// turns.
void benchmarkPerfData(Report& report) {
    const QTemporaryDir folder;
    const auto path = folder.filePath("perf.data").toStdString();
    const auto what = recordCapture(path);
    const auto size = std::filesystem::file_size(path);
    const auto opened = openedStacks(*openCallTree(path));
    const auto input = fmt::format("{}, {}", what, formatBytes(size));
    report.values("stacks", input, {double(opened.all.size())}, "");
    report.values("complete stacks, candela", input, {double(opened.complete)}, "");
    report.time("open to call tree", input, {{double(size), "bytes"}, {double(opened.all.size()), "stacks"}},
                [&] { openCallTree(path); });

    const std::string hotspot("/usr/lib/x86_64-linux-gnu/libexec/hotspot-perfparser");
    const auto candela = (QCoreApplication::applicationDirPath() + "/candela").toStdString();
    const bool hasHotspot = std::filesystem::exists(hotspot);
    std::vector<double> ours, memory, theirs, ratio;
    for (int run = 0; run < readingRuns; ++run) {
        const auto reported = runTimed({candela, "report", path});
        if (!reported) return report.skip("candela report", reported.error().message);
        ours.push_back(reported->wallSeconds);
        memory.push_back(reported->peakMemory / double(size));
        if (!hasHotspot) continue;
        const auto parsed =
            runTimed({hotspot, "--input", path, "--output", folder.filePath("parsed").toStdString()});
        if (!parsed) return report.skip("hotspot-perfparser", parsed.error().message);
        theirs.push_back(parsed->wallSeconds);
        ratio.push_back(reported->wallSeconds / parsed->wallSeconds);
    }
    report.values("candela report", input, std::move(ours), "s");
    report.values("peak memory / file", input, std::move(memory), "");
    if (!hasHotspot) return report.skip("hotspot-perfparser", "hotspot is not installed");
    if (const auto others = compareStacks(opened, folder.filePath("parsed")); !others) {
        report.skip("hotspot's stacks", others.error().message);
    } else {
        report.values("complete stacks, hotspot", input, {double(others->complete)}, "");
        report.values("complete by its guesses", input, {double(others->guessed)}, "");
        report.values("samples that only hotspot has", input, {double(others->unknown)}, "");
    }
    report.values("hotspot-perfparser", input, std::move(theirs), "s");
    report.values("candela / hotspot", input, std::move(ratio), "");
}

} // namespace candela
