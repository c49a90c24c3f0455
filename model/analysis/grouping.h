/// What counts as the same place: frames grouped by function, module, file, line or address. Once per profile.
#pragma once

#include "model/profile/profile.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class Grouping { Function, Module, File, Line, Address };
/// "function", …; none for another text.
std::optional<Grouping> groupingFromName(std::string_view name);
std::string_view groupingName(Grouping grouping);

using FrameGroupIndex = Index<struct FrameGroupTag>;

/// One place. `name` is what a row shows; the rest is filled where the grouping tells them apart.
struct FrameGroup {
    std::string name;
    MappingIndex mapping;   ///< of its first frame
    FunctionIndex function; ///< of its first frame; none for modules, files and unnamed addresses
    StringIndex file;
    std::uint32_t line = 0;
    FrameKind kind = FrameKind::Unknown;
};

struct FrameGroups {
    std::shared_ptr<const Profile> profile;
    Grouping grouping = Grouping::Function;
    std::vector<FrameGroupIndex> groupOfFrame; ///< a row per row of FrameTable; never none
    std::vector<FrameGroup> groups;

    const FrameGroup& operator[](FrameGroupIndex index) const { return groups[index.row()]; }
    /// The last part of the module's path: "libc.so.6"; empty where it is not known.
    std::string_view moduleName(FrameGroupIndex index) const;
};

std::shared_ptr<const FrameGroups> groupFrames(std::shared_ptr<const Profile> profile, Grouping grouping);

/// "libc.so.6" of "/lib/x86_64-linux-gnu/libc.so.6"; names in brackets stay whole.
std::string_view lastPathPart(std::string_view path);

} // namespace candela
