/// Frames grouped by function, module, file, line or address. Once per
/// profile.
///
/// A function is its name, the module that the Function row names, and its source file where another function
/// of the module has that name (function_identities.h). Where a format does not say which module a function
/// is in, name and file count. Frames without a name are one group per module: "[libc.so.6]", or
/// "<unknown>".
#pragma once

#include "model/profile/profile.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class Grouping { Function, Module, File, Line, Address };
/// "function", …; none for another text.
std::optional<Grouping> groupingFromName(std::string_view name);
std::string_view groupingName(Grouping grouping);

using FrameGroupIndex = Index<struct FrameGroupTag>;

/// One group. `name` is what a row shows: "blit", "libdraw.so", "src/draw.c", "blit draw.c:12", "blit
/// 0x4012f0"; "blit (draw.c)" where another file has a blit. Different groups may show the same name. The
/// rest is filled where the grouping distinguishes them.
struct FrameGroup {
    std::string name;
    MappingIndex mapping;                ///< of its first frame that has one
    FunctionIndex function;              ///< of its first frame; none for modules, files and unnamed code
    StringIndex file;                    ///< of the function; none for modules and where it is not known
    std::uint32_t line = 0;              ///< of the frame, for lines and addresses only
    FrameKind kind = FrameKind::Unknown; ///< of its first frame
};

struct FrameGroups {
    std::shared_ptr<const Profile> profile;
    Grouping grouping = Grouping::Function;
    std::vector<FrameGroupIndex> groupOfFrame; ///< a row per row of FrameTable, and those of addFrames()
    std::vector<FrameGroup> groups;
    /// Of samples without a frame, "[no stack]"; none where the profile has no such sample.
    FrameGroupIndex stackless;
    /// Of the last groups, which stand for processes, threads or labels and have no frames: see addRoots().
    std::vector<std::string> rootModules = {};

    std::size_t size() const { return groups.size(); }
    const FrameGroup& operator[](FrameGroupIndex index) const { return groups[index.row()]; }
    /// The group of a root, by its row.
    FrameGroupIndex groupOfRoot(std::uint32_t root) const {
        return FrameGroupIndex(size() - rootModules.size() + root);
    }
    /// The group stands for a process, thread or label and is no code.
    bool isRoot(FrameGroupIndex index) const { return index.row() >= size() - rootModules.size(); }
    /// Where each group stands when all are sorted by name; those of one name are sorted by row. Made when it
    /// is first asked for, from any thread.
    const std::vector<std::uint32_t>& nameRanks() const;
    /// The last part of the module's path: "libc.so.6"; empty where it is not known.
    std::string_view moduleName(FrameGroupIndex index) const;

    struct NameRanks;
    std::shared_ptr<NameRanks> lazyRanks; ///< what nameRanks() made
};

std::shared_ptr<FrameGroups> groupFrames(std::shared_ptr<const Profile> profile, Grouping grouping);

/// A frame that stands for a whole module, besides those of the profile: without a function or an address.
struct AddedFrame {
    MappingIndex mapping; ///< one of the module's; none: code without a module
    FrameKind kind = FrameKind::Unknown;
};
/// Gives each a row in groupOfFrame, behind those of the profile's frames: as code of its module that has no
/// name. Before addRoots().
void addFrames(FrameGroups& groups, std::span<const AddedFrame> frames);
/// Appends the group of samples without a frame where there is none. Before addRoots().
void addStackless(FrameGroups& groups);

/// Appends a group for each root, once. Its module is moduleOfRoot(), so that it stays apart from code of the
/// same name; it is called so, too, where groups are modules or files.
void addRoots(FrameGroups& groups, std::span<const std::string> names);
/// "[anna]".
std::string moduleOfRoot(std::string_view name);

/// How samples without a frame are shown.
inline constexpr std::string_view noStack = "[no stack]";

/// How code without a name is shown: "[libc.so.6]" for that module, "<unknown>" for none.
std::string unnamedCodeName(std::string_view modulePath);

/// "libc.so.6" of "/lib/x86_64-linux-gnu/libc.so.6"; names in brackets stay whole.
std::string_view lastPathPart(std::string_view path);

} // namespace candela
