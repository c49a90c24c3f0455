/// Names for functions of which only the start is known, from unwind
/// information: "gzip+0x4290", the last part of the module's path and the
/// linked address of the start. The same in all recordings of one build.
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

std::string startName(std::string_view modulePath, std::uint64_t start);
/// Whether the name is such a name for code of this module.
bool isStartName(std::string_view name, std::string_view modulePath);

/// The module of the frame's code: the mapping of the frame, else that of its function.
MappingIndex moduleOf(const Profile& profile, std::size_t frame);
/// Whether the frame's function has a real name, not a start name.
bool hasName(const Profile& profile, std::size_t frame);

} // namespace candela
