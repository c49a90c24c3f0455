/// Frames of texts that have only names: "main+23", "libc.so.1`read+0x15", "0x7f12". Equal texts are parsed
/// once; the texts must outlive this object.
#pragma once

#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <string_view>

namespace candela {

class NamedFrames {
public:
    explicit NamedFrames(ProfileBuilder& builder) : m_builder(builder) {}

    /// `text` must have no blanks around it.
    FrameIndex find(std::string_view text);
    /// Frames in the order of the text, leaf first.
    StackIndex stack(std::span<const std::string_view> texts);

private:
    FrameIndex read(std::string_view text);

    ProfileBuilder& m_builder;
    absl::flat_hash_map<std::string_view, FrameIndex> m_frames;
};

} // namespace candela
