/// Profiles as text for tests: one line per stack, "main;draw;blit 12", read and printed.
#pragma once

#include "model/profile/profile_builder.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace candela {

/// Value type "samples" in "count"; a frame "name@module" is in that module. Weights are not converted.
inline Profile profileFromText(std::string_view text) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    while (!text.empty()) {
        auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const auto space = line.rfind(' ');
        if (space == std::string_view::npos) continue;
        StackIndex stack;
        auto frames = line.substr(0, space);
        while (!frames.empty()) {
            const auto name = frames.substr(0, frames.find(';'));
            frames.remove_prefix(std::min(frames.size(), name.size() + 1));
            const auto at = name.find('@');
            MappingIndex mapping;
            if (at != std::string_view::npos)
                mapping = builder.mapping({.path = builder.string(name.substr(at + 1)), .buildId = {}});
            const auto function = builder.function(
                {.name = builder.string(name.substr(0, at)), .rawName = {}, .file = {}, .mapping = mapping});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = mapping}));
        }
        builder.addSample(value, {.stack = stack,
                                  .weight = std::stoll(std::string(line.substr(space + 1))),
                                  .thread = {},
                                  .labels = {}});
    }
    return builder.build();
}

inline std::shared_ptr<const Profile> sharedProfile(std::string_view text) {
    return std::make_shared<const Profile>(profileFromText(text));
}

/// The first value type's samples as profileFromText() reads them, equal stacks added up, sorted by text.
inline std::string profileToText(const Profile& profile, ValueTypeIndex value = ValueTypeIndex(0)) {
    std::map<std::string, std::int64_t> lines;
    const auto& table = profile.samples[value.row()];
    for (std::size_t row = 0; row < table.size(); ++row) {
        std::string line;
        for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
            const auto frame = profile.stacks.frame[stack.row()].row();
            const auto function = profile.frames.function[frame];
            std::string name =
                function ? std::string(profile.text(profile.functions[function.row()].name)) : "?";
            line = line.empty() ? name : name + ";" + line;
        }
        lines[line] += table.weight[row];
    }
    std::string text;
    for (const auto& [line, weight] : lines)
        text += line + " " + std::to_string(weight) + "\n";
    return text;
}

} // namespace candela
