#include "model/profile/start_name.h"

#include "model/base/path_text.h"

#include <fmt/format.h>

namespace candela {

std::string startName(std::string_view modulePath, std::uint64_t start) {
    return fmt::format("{}+0x{:x}", lastPathPart(modulePath), start);
}

bool isStartName(std::string_view name, std::string_view modulePath) {
    constexpr std::string_view hexadecimal = "+0x";
    const auto module = lastPathPart(modulePath);
    if (module.empty() || !name.starts_with(module)) return false;
    name.remove_prefix(module.size());
    if (!name.starts_with(hexadecimal)) return false;
    name.remove_prefix(hexadecimal.size());
    return !name.empty() && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

MappingIndex moduleOf(const Profile& profile, std::size_t frame) {
    const auto mapping = profile.frames.mapping[frame];
    const auto function = profile.frames.function[frame];
    return mapping || function.isNone() ? mapping : profile.functions[function.row()].mapping;
}

bool hasName(const Profile& profile, std::size_t frame) {
    const auto function = profile.frames.function[frame];
    if (!function) return false;
    const auto name = profile.text(profile.functions[function.row()].name);
    if (name.empty()) return false;
    const auto mapping = moduleOf(profile, frame);
    return !mapping || !isStartName(name, profile.text(profile.mappings[mapping.row()].path));
}

} // namespace candela
