/// The names of samples that lack what they are grouped by.
#pragma once

#include <string_view>

namespace candela {

/// Of samples without the label.
inline constexpr std::string_view withoutLabel = "(none)";
/// Of samples without a process or a thread.
inline constexpr std::string_view withoutProcess = "(unknown)";

} // namespace candela
