/// Names at the limits of what can be shown: of 2,000 letters, and from right to left. And a capture in which
/// everything that has a name has such a one.
#pragma once

#include "tests/views/example_profiles.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

inline constexpr std::size_t longName = 2000; // letters

inline FrameIndex namedFrame(ProfileBuilder& builder, const std::string& name, const std::string& module,
                             const std::string& file, std::uint32_t line) {
    const auto mapping = builder.mapping({.path = builder.string(module), .buildId = {}, .end = 0x100000});
    const auto function = builder.function({.name = builder.string(name),
                                            .rawName = {},
                                            .file = builder.string(file),
                                            .startLine = line,
                                            .mapping = mapping});
    return builder.frame(
        {.function = function, .mapping = mapping, .address = 0x1000U + line * 16, .line = line + 3});
}

/// The letters again and again, up to the length.
inline std::string repeated(std::string_view begin, std::string_view part, std::string_view end) {
    std::string text(begin);
    while (text.size() + part.size() + end.size() <= longName)
        text += part;
    text.append(longName - text.size() - end.size(), 'x');
    return text.append(end);
}

inline std::vector<std::string> longNames() {
    std::vector<std::string> names;
    for (const auto* method : {"insert", "find", "erase", "merge"}) {
        names.push_back(repeated(fmt::format("registry::Table<{}, ", method),
                                 "std::pair<std::string const, std::vector<unsigned long>>, ",
                                 fmt::format(">::{}(int)", method)));
        names.push_back(
            repeated(fmt::format("_ZN{}", method), "St6vectorImSaImEE", fmt::format("{}Ev", method)));
        names.push_back(repeated(fmt::format("{} ", method), "word and another word ", "(...)"));
    }
    return names;
}

inline std::vector<std::string> rightToLeftNames() {
    return {"עיבוד::תמונה(מחרוזת)",
            "حساب_المجموع",
            "Parser<עברית>::parse(int)",
            "قراءة::ملف(نص، عدد)",
            "חישוב_סכום_של_כל_השורות",
            "draw_שורה_line(int)",
            "فرز_القائمة",
            "main"};
}

/// Functions, modules, source files, processes, threads and labels have these names. `slowdown` is the weight
/// of every second function.
inline Profile namedCapture(std::span<const std::string> names, std::int64_t slowdown) {
    ProfileBuilder builder;
    Dice dice;
    const auto value = builder.valueType("cpu", "nanoseconds");
    std::vector<FrameIndex> frames;
    for (const auto& name : names)
        frames.push_back(namedFrame(builder, name, "/opt/" + name + ".so", "/home/" + name + ".cpp",
                                    static_cast<std::uint32_t>(frames.size())));
    std::vector<ThreadIndex> threads;
    for (std::size_t row = 0; row < 3; ++row) {
        const auto labels =
            builder.labelSet({builder.textLabel("user", names[row]), builder.textLabel(names[row], "on"),
                              builder.textLabel("command_line", names[row + 3])});
        const auto process = builder.addProcess({.pid = static_cast<std::int32_t>(700 + row),
                                                 .parent = {},
                                                 .name = builder.string(names[row]),
                                                 .labels = labels});
        for (std::size_t thread = 0; thread < 2; ++thread)
            threads.push_back(builder.addThread({.process = process,
                                                 .tid = static_cast<std::int32_t>(700 + row + 10 * thread),
                                                 .name = builder.string(names[row + thread]),
                                                 .labels = {}}));
    }
    constexpr int samples = 4000;
    for (int row = 0; row < samples; ++row) {
        StackIndex stack;
        const auto depth = 1 + dice.roll(static_cast<std::uint32_t>(frames.size()));
        for (std::uint32_t frame = 0; frame < depth; ++frame)
            stack = builder.stack(stack, frames[(frame + (frame > 2 ? dice.roll(3) : 0)) % frames.size()]);
        builder.addSample(value, {.stack = stack,
                                  .weight = 1'000'000 * (depth % 2 == 0 ? slowdown : 1),
                                  .time = row * (5'000'000'000 / samples),
                                  .thread = threads[dice.roll(6)],
                                  .cpu = row % 4,
                                  .labels = {}});
    }
    builder.origin().duration = 5'000'000'000;
    builder.origin().command = names.front() + " " + names[1];
    builder.origin().host = names[2];
    builder.addWarning("The file " + names.front() + " can't be read");
    return builder.build();
}

} // namespace candela
