/// Profiles of random shape for cross-checks: recursion, unnamed frames, equal names in two modules, threads,
/// labels, samples without stack, thread or time, and negative weights.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/profile/profile_builder.h"

#include <optional>
#include <random>
#include <string>

namespace candela {

/// Whether the samples of the first value type are moments or have durations. Samples with durations overlap.
enum class RandomSamples { Moments, Lasting };

/// Two value types of the same samples; the same seed gives the same profile.
inline Profile randomProfile(unsigned seed, int samples = 400, RandomSamples kind = RandomSamples::Moments) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
    ProfileBuilder builder;
    const std::array values{builder.valueType("cpu", "nanoseconds"), builder.valueType("samples", "count")};
    if (kind == RandomSamples::Lasting) builder.setLasts(values[0]);
    std::vector<LabelSetIndex> labelSets{LabelSetIndex(), LabelSetIndex(0)};
    for (int number = 0; number < 3; ++number) {
        auto size = Label{
            .key = builder.string("size"), .text = {}, .number = number, .unit = builder.string("bytes")};
        auto zone = builder.textLabel("zone", number == 0 ? "east" : "west");
        labelSets.push_back(builder.labelSet({size}));
        labelSets.push_back(builder.labelSet({size, zone}));
        labelSets.push_back(builder.labelSet({zone}));
    }
    const auto someLabels = [&] { return labelSets[below(int(labelSets.size()))]; };
    std::vector<ThreadIndex> threads{ThreadIndex()};
    for (int pid = 1; pid <= 3; ++pid) {
        const auto process = builder.addProcess({.pid = pid,
                                                 .parent = {},
                                                 .name = builder.string("process" + std::to_string(pid % 2)),
                                                 .labels = someLabels()});
        for (int tid = 0; tid < 3; ++tid)
            threads.push_back(builder.addThread({.process = process,
                                                 .tid = pid * 10 + tid,
                                                 .name = builder.string("worker" + std::to_string(tid)),
                                                 .labels = someLabels()}));
    }
    std::vector<FrameIndex> frames;
    for (int number = 0; number < 14; ++number) {
        MappingIndex mapping;
        if (number % 5 != 4)
            mapping = builder.mapping(
                {.path = builder.string("/lib/m" + std::to_string(number % 3) + ".so"), .buildId = {}});
        FunctionIndex function;
        if (number % 4 != 3)
            function = builder.function({.name = builder.string("f" + std::to_string(number % 6)),
                                         .rawName = {},
                                         .file = builder.string(number % 2 ? "src/a.c" : ""),
                                         .mapping = number % 2 ? mapping : MappingIndex()});
        frames.push_back(builder.frame({.function = function,
                                        .mapping = mapping,
                                        .address = std::uint64_t(0x1000 + number),
                                        .line = std::uint32_t(number / 2)}));
    }
    for (int sample = 0; sample < samples; ++sample) {
        StackIndex stack;
        for (auto depth = below(8); depth > 0; --depth)
            stack = builder.stack(stack, frames[below(int(frames.size()))]);
        const auto time = below(20) == 0 ? noTime : below(1000);
        const auto thread = threads[below(int(threads.size()))];
        const auto labels = someLabels();
        const auto weight = below(50) - 5;
        for (const auto value : values)
            builder.addSample(value, {.stack = stack,
                                      .weight = value == values[0] ? weight * 10 : 1,
                                      .time = time,
                                      .thread = thread,
                                      .cpu = below(4) - 1,
                                      .labels = labels});
    }
    return builder.build();
}

/// The order of the rows in a table of stacks.
enum class RowOrder { ByStack, ByLevel };

/// Stacks of 40 frames that share their first few, one sample each. In the order by level, no row directly
/// follows its parent, and walking from row to row takes far too long.
inline Profile deepProfile(unsigned seed, RowOrder order) {
    constexpr std::size_t stacks = 2000, depth = 40, functions = 30, sharedLevels = 3;
    std::mt19937 random(seed);
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    std::vector<FrameIndex> frames;
    for (std::size_t number = 0; number < functions; ++number) {
        const auto function = builder.function({.name = builder.string("f" + std::to_string(number % 20)),
                                                .rawName = {},
                                                .file = {},
                                                .mapping = {}});
        frames.push_back(builder.frame({.function = function, .mapping = {}, .address = 0x1000 + number}));
    }
    const auto frameAt = [&](std::size_t level) {
        return frames[random() % (level < sharedLevels ? 4 : functions)];
    };
    std::vector<StackIndex> ends(stacks);
    if (order == RowOrder::ByStack) {
        for (auto& end : ends)
            for (std::size_t level = 0; level < depth; ++level)
                end = builder.stack(end, frameAt(level));
    } else {
        for (std::size_t level = 0; level < depth; ++level)
            for (auto& end : ends)
                end = builder.stack(end, frameAt(level));
    }
    for (const auto end : ends)
        builder.addSample(
            value, {.stack = end, .weight = std::int64_t(random() % 100) - 3, .thread = {}, .labels = {}});
    return builder.build();
}

/// The part of a row's weight that is in the time range, counted nanosecond by nanosecond; none if they do
/// not overlap.
inline std::optional<std::int64_t> weightIn(const SampleTable& table, std::size_t row,
                                            const std::optional<TimeRange>& range) {
    const auto time = table.timeAt(row);
    const auto weight = table.weight[row];
    if (!range) return weight;
    if (time == noTime) return std::nullopt;
    const auto isIn = [&](std::int64_t moment) { return moment >= range->begin && moment < range->end; };
    if (!table.lasts || weight <= 0) return isIn(time) ? std::optional(weight) : std::nullopt;
    std::int64_t part = 0;
    for (auto moment = time; moment < time + weight; ++moment)
        part += isIn(moment);
    return part > 0 ? std::optional(part) : std::nullopt;
}

} // namespace candela
