/// Kinds of code, which pictures tell apart by texture.
#pragma once

#include "model/analysis/grouping/code_class.h"
#include "model/profile/profile_builder.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

namespace candela {

inline constexpr std::array codeKinds{CodeClass::User,        CodeClass::Inlined,   CodeClass::Kernel,
                                      CodeClass::Interpreted, CodeClass::Generated, CodeClass::Unknown};

/// A root of each kind, of equal weight, one after the other in a thread.
inline std::shared_ptr<const Profile> oneOfEach() {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto process =
        builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("app"), .labels = {}});
    const auto thread =
        builder.addThread({.process = process, .tid = 7, .name = builder.string("app"), .labels = {}});
    std::int64_t time = 0;
    const auto add = [&](const char* name, const char* path, FrameKind kind) {
        const auto mapping =
            *path ? builder.mapping({.path = builder.string(path), .buildId = {}}) : MappingIndex();
        const auto function =
            builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = mapping});
        const auto depth = static_cast<std::uint16_t>(kind == FrameKind::Inlined);
        const auto frame =
            builder.frame({.function = function, .mapping = mapping, .inlineDepth = depth, .kind = kind});
        for (int sample = 0; sample < 10; ++sample, time += 1'000'000)
            builder.addSample(value, {.stack = builder.stack({}, frame),
                                      .weight = 1,
                                      .time = time,
                                      .thread = thread,
                                      .labels = {}});
    };
    add("User", "/bin/app", FrameKind::User);
    add("Inlined", "/bin/app", FrameKind::Inlined);
    add("Kernel", "[kernel.kallsyms]", FrameKind::Kernel);
    add("Interpreted", "", FrameKind::Interpreted);
    add("Generated", "[generated code]", FrameKind::User);
    add("Unknown", "", FrameKind::Unknown);
    return std::make_shared<const Profile>(builder.build());
}

/// Which pixels of an area are not of its ground: the texture, whatever the colours are.
inline std::vector<bool> texture(const QImage& image, const QRect& area) {
    std::map<QRgb, int> counts;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            ++counts[image.pixel(x, y)];
    const auto ground = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    std::vector<bool> pixels;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            pixels.push_back(image.pixel(x, y) != ground->first);
    return pixels;
}

inline bool hasTexture(const std::vector<bool>& pixels) {
    return std::ranges::find(pixels, true) != pixels.end();
}

} // namespace candela
