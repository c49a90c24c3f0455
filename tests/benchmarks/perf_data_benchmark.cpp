#include "model/analysis/call_tree.h"
#include "model/analysis/filter.h"
#include "model/analysis/grouping.h"
#include "model/base/units.h"
#include "model/formats/format.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/perf_data_own_stack.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace candela {

namespace {

constexpr std::uint32_t stackSize = 8192;
constexpr std::uint32_t samples = 42'000;
constexpr std::uint32_t distinctStacks = 2'000;
constexpr int depth = 40;

/// One of many functions: which one calls which is in the bits of `path`.
template<int number>
__attribute__((noinline)) WrittenSample descend(std::uint32_t path, int left) {
    volatile char used[32 + 24 * number];
    used[0] = static_cast<char>(path);
    if (left == 0) return sampleOfThisStack(stackSize);
    constexpr std::uint32_t mixer = 2654435761u;
    const auto next = path * mixer + static_cast<std::uint32_t>(left);
    auto sample =
        next >> 31 ? descend<(number + 1) % 4>(next, left - 1) : descend<(number + 3) % 4>(next, left - 1);
    sample.cpu = static_cast<unsigned char>(used[0]); // so that it is no tail call
    return sample;
}

/// What perf would have written of as many samples of this program.
void writeCapture(const std::string& path) {
    auto writer = writerOfOwnStacks(stackSize);
    writer.addName(10, 10, "benchmark");
    addOwnMappings(writer, 10);
    std::vector<WrittenSample> stacks;
    for (std::uint32_t row = 0; row < distinctStacks; ++row) {
        stacks.push_back(descend<0>(row, depth + static_cast<int>(row % 16)));
        stacks.back().pid = stacks.back().tid = 10;
    }
    for (std::uint32_t row = 0; row < samples; ++row) {
        auto& sample = stacks[row % distinctStacks];
        sample.time = 1 + row * std::uint64_t(1'000'000);
        writer.addSample(sample);
    }
    const auto bytes = writer.file();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// From open to the complete call tree; the samples whose stack reached the thread's start.
std::size_t openCallTree(const std::string& path) {
    Task task;
    auto read = readProfile(path, task);
    if (!read) std::abort();
    const auto profile = std::make_shared<const Profile>(std::move(*read));
    const auto value = profile->shownValue();
    SampleSelector selector(profile);
    const auto weights = selector.stackWeights(value, {}, task);
    if (!weights) std::abort();
    auto tree = CallTree::create(Direction::TopDown,
                                 callTreeShape(groupFrames(profile, Grouping::Function)), *weights);
    tree.children({});
    std::size_t complete = 0;
    const auto& table = profile->samples[value.row()];
    for (std::size_t row = 0; row < table.size(); ++row)
        complete += table.stackEndAt(row) == StackEnd::Complete;
    return complete;
}

} // namespace

/// The stacks that a perf.data file holds as memory; hotspot's reader of the same file, where it is
/// installed.
void benchmarkPerfData(Report& report) {
    const QTemporaryDir folder;
    const auto path = folder.filePath("perf.data").toStdString();
    writeCapture(path);
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::size_t>(file.tellg());
    const auto input = fmt::format("42,000 stacks of 8 kB, {}", formatBytes(size));
    std::size_t complete = 0;
    report.time("open perf.data", input, {{double(size), "bytes"}, {double(samples), "stacks"}},
                [&] { complete = openCallTree(path); });
    report.values("complete stacks", input, {100 * double(complete) / samples}, "%");

    const QString hotspot("/usr/lib/x86_64-linux-gnu/libexec/hotspot-perfparser");
    if (!QFile::exists(hotspot)) return report.skip("hotspot-perfparser", "hotspot is not installed");
    std::vector<double> seconds;
    for (int run = 0; run < 3; ++run) {
        const auto start = std::chrono::steady_clock::now();
        QProcess parser;
        parser.setStandardErrorFile(QProcess::nullDevice());
        parser.start(hotspot,
                     {"--input", QString::fromStdString(path), "--output", folder.filePath("parsed")});
        parser.waitForFinished(-1);
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    report.values("hotspot-perfparser", input, std::move(seconds), "s");
}

} // namespace candela
