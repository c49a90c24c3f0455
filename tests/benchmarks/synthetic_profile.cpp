#include "tests/benchmarks/synthetic_profile.h"

#include "model/base/units.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr std::uint32_t processCount = 40;
constexpr std::uint32_t threadsPerProcess = 8;
constexpr std::uint32_t threadCount = processCount * threadsPerProcess;
constexpr std::uint32_t cpuCount = 16;
constexpr std::uint32_t moduleCount = 120;
constexpr std::uint32_t functionCount = 20'000;
constexpr std::int64_t period = 1'000'000; ///< nanoseconds between two samples of a CPU
constexpr std::size_t maximumFrames = 120;

} // namespace

std::uint64_t SteadyRandom::next() {
    auto z = (m_state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::uint32_t SteadyRandom::skewedBelow(std::uint32_t limit) {
    return std::min(limit - 1, static_cast<std::uint32_t>(std::pow(double(limit), share())) - 1);
}

SyntheticRecording::SyntheticRecording(SyntheticSize size)
    : SyntheticRecording(size == SyntheticSize::Large ? 10'000'000 : 100'000,
                         size == SyntheticSize::Large ? 500'000 : 10'000) {}

SyntheticRecording::SyntheticRecording(std::size_t samples, std::size_t stacks, SyntheticSpread spread,
                                       std::uint64_t run) {
    growStacks(stacks);
    takeSamples(samples, spread, run);
}

std::size_t SyntheticRecording::sampledStackCount() const {
    std::vector<bool> isSampled(m_parents.size());
    for (const auto& sample : m_samples)
        isSampled[sample.stack] = true;
    return static_cast<std::size_t>(std::ranges::count(isSampled, true));
}

std::string SyntheticRecording::description() const {
    return fmt::format("{} samples, {} stacks", formatCount(std::int64_t(m_samples.size())),
                       formatCount(std::int64_t(m_parents.size())));
}

/// A walk as programs make it: it calls, returns a few frames, or starts again at a thread's root.
void SyntheticRecording::growStacks(std::size_t count) {
    SteadyRandom random;
    absl::flat_hash_map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> rows; // by parent and function
    std::vector<std::int32_t> path; // the rows from the root to the current position
    m_parents.reserve(count);
    m_functions.reserve(count);
    while (m_parents.size() < count) {
        const auto choice = random.share();
        if (choice < 0.0005 || path.size() >= maximumFrames)
            path.resize(std::min<std::size_t>(path.size(), 1 + random.below(8)));
        else if (choice < 0.24)
            path.resize(path.size() - std::min<std::size_t>(path.size(), 1 + random.skewedBelow(12)));
        const auto parent = path.empty() ? -1 : path.back();
        const auto function = path.size() < 4 ? random.below(200) : random.skewedBelow(functionCount);
        const auto [row, isNew] =
            rows.try_emplace({parent, function}, static_cast<std::int32_t>(m_parents.size()));
        path.push_back(row->second);
        if (!isNew) continue;
        m_parents.push_back(parent);
        m_functions.push_back(function);
    }
}

void SyntheticRecording::takeSamples(std::size_t count, SyntheticSpread spread, std::uint64_t run) {
    SteadyRandom random;
    const auto stacks = static_cast<std::uint32_t>(m_parents.size());
    std::vector<std::uint32_t> byRank(stacks); // popular stacks are anywhere in the tree
    for (std::uint32_t i = 0; i < stacks; ++i) {
        const auto other = random.below(i + 1);
        byRank[i] = byRank[other];
        byRank[other] = i;
    }
    random = SteadyRandom(run);
    std::vector<std::uint32_t> running(cpuCount);
    m_samples.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto cpu = static_cast<std::uint32_t>(i % cpuCount);
        if (random.below(8) == 0) running[cpu] = random.skewedBelow(threadCount);
        const auto rank = spread == SyntheticSpread::Even ? random.below(stacks) : random.skewedBelow(stacks);
        m_samples.push_back({byRank[rank], running[cpu], std::int32_t(cpu),
                             std::int64_t(i / cpuCount) * period + std::int64_t(random.below(period / 2))});
    }
}

Profile SyntheticRecording::build(SyntheticBuild build) const {
    ProfileBuilder builder;
    std::vector<ThreadIndex> threads;
    for (std::uint32_t i = 0; i < processCount; ++i) {
        const auto name = builder.string(fmt::format("process-{}", i));
        const auto process = builder.addProcess(
            {.pid = std::int32_t(1000 + 100 * i), .parent = {}, .name = name, .labels = {}});
        for (std::uint32_t k = 0; k < threadsPerProcess; ++k) {
            threads.push_back(builder.addThread({.process = process,
                                                 .tid = std::int32_t(1000 + 100 * i + k),
                                                 .name = builder.string(fmt::format("thread-{}", k)),
                                                 .labels = {}}));
        }
    }
    std::vector<FrameIndex> frames;
    for (std::uint32_t i = 0; i < functionCount; ++i) {
        const auto module = i % moduleCount;
        const bool isOther = build == SyntheticBuild::Renamed;
        const auto line = 10 + i % 900 + (isOther ? 3 : 0);
        const auto mapping =
            builder.mapping({.path = builder.string(fmt::format("/usr/lib/libpart{}.so", module)),
                             .buildId = {},
                             .end = 0x1000000});
        const auto function = builder.function(
            {.name = builder.string(fmt::format("part{}::Worker::{}{}(std::vector<int> const&)", module,
                                                isOther && i % 10 == 3 ? "phase" : "step", i)),
             .rawName = {},
             .file = builder.string(fmt::format("/src/part{}/worker{}.cpp", module, i / 50)),
             .startLine = line,
             .mapping = mapping});
        frames.push_back(builder.frame(
            {.function = function, .mapping = mapping, .address = 0x1000 + 64 * i, .line = line + 2}));
    }
    std::vector<StackIndex> stacks;
    stacks.reserve(m_parents.size());
    for (std::size_t row = 0; row < m_parents.size(); ++row) {
        const auto parent = m_parents[row] < 0 ? StackIndex() : stacks[std::size_t(m_parents[row])];
        stacks.push_back(builder.stack(parent, frames[m_functions[row]]));
    }
    const auto value = builder.valueType("cpu", "nanoseconds");
    builder.reserveSamples(value, m_samples.size());
    for (const auto& row : m_samples) {
        builder.addSample(value, {.stack = stacks[row.stack],
                                  .weight = period,
                                  .time = row.time,
                                  .thread = threads[row.thread],
                                  .cpu = row.cpu,
                                  .labels = {}});
    }
    auto profile = builder.build();
    profile.origin.period = period;
    profile.origin.periodUnit = "nanoseconds";
    return profile;
}

} // namespace candela
