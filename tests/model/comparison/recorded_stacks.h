/// Recordings of known stacks, of which some are broken or have frames without a name.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// The samples of one stack in each hundred of a recording.
struct RecordedStack {
    std::string frames; ///< "main work", from the root; "?" has no name
    int samples = 0;
    StackEnd end = StackEnd::Complete;
};

/// 60 s at 1,000 Hz, evenly mixed. All frames are of one module.
inline std::shared_ptr<const Profile> recordedStacks(const std::vector<RecordedStack>& stacks) {
    ProfileBuilder builder;
    const auto module =
        builder.mapping({.path = builder.string("/lib/libwork.so"), .buildId = builder.string("ab12")});
    const auto frameOf = [&](const std::string& name) {
        if (name == "?")
            return builder.frame({.function = {}, .mapping = module, .address = 4096, .line = 0});
        const auto function = builder.function({.name = builder.string(name),
                                                .rawName = builder.string(name),
                                                .file = {},
                                                .startLine = 0,
                                                .mapping = module});
        return builder.frame({.function = function, .mapping = module, .address = 0, .line = 0});
    };
    std::vector<std::pair<StackIndex, StackEnd>> hundred;
    for (const auto& [frames, samples, end] : stacks) {
        StackIndex stack;
        std::istringstream names(frames);
        for (std::string name; names >> name;)
            stack = builder.stack(stack, frameOf(name));
        hundred.insert(hundred.end(), static_cast<std::size_t>(samples), {stack, end});
    }
    const auto value = builder.valueType("cpu", "nanoseconds");
    constexpr std::size_t samples = 60'000, step = 37; // step and 100 have no common factor
    for (std::size_t sample = 0; sample < samples; ++sample) {
        const auto& [stack, end] = hundred[sample * step % hundred.size()];
        builder.addSample(value, {.stack = stack,
                                  .weight = 1'000'000,
                                  .time = static_cast<std::int64_t>(sample) * 1'000'000,
                                  .thread = {},
                                  .cpu = 0,
                                  .labels = {},
                                  .stackEnd = end});
    }
    return std::make_shared<const Profile>(builder.build());
}

} // namespace candela
