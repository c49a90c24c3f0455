/// Frames grouped by function, module, file, line or address. Computed once for each profile.
///
/// A function is identified by its name, the module in its Function row and, if another function of the
/// module has that name, its source file (function_identities.h). If a format does not state the module of a
/// function, by name and file. Frames without a name are one group for each module: "[libc.so.6]", or
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
/// The grouping "function" and so on; none for another text.
std::optional<Grouping> groupingFromName(std::string_view name);
std::string_view groupingName(Grouping grouping);

using FrameGroupIndex = Index<struct FrameGroupTag>;

/// One group. `name` is the text in a row: "blit", "libdraw.so", "src/draw.c", "blit draw.c:12", "blit
/// 0x4012f0"; "blit (draw.c)" if another file has a blit. Different groups may show the same name. The other
/// fields are set if the grouping distinguishes them.
struct FrameGroup {
    std::string name;
    MappingIndex mapping;                ///< mapping of the first frame that has one
    FunctionIndex function;              ///< function of the first frame; none for modules, files and unnamed
                                         ///< code
    StringIndex file;                    ///< source file of the function; none for modules, and if it is not
                                         ///< known
    std::uint32_t line = 0;              ///< line of the frame; only if groups are lines or addresses
    FrameKind kind = FrameKind::Unknown; ///< kind of the first frame
};

struct FrameGroups {
    std::shared_ptr<const Profile> profile;
    Grouping grouping = Grouping::Function;
    std::vector<FrameGroupIndex> groupOfFrame; ///< a row for each row of FrameTable, and of addFrames()
    std::vector<FrameGroup> groups;
    /// The group of samples without a frame, "[no stack]"; none if the profile has no such sample.
    FrameGroupIndex stackless;
    /// The modules of the last groups, which represent processes, threads or labels and have no frames; see
    /// addRoots().
    std::vector<std::string> rootModules = {};

    std::size_t size() const { return groups.size(); }
    const FrameGroup& operator[](FrameGroupIndex index) const { return groups[index.row()]; }
    /// The group of a root, by the root's row.
    FrameGroupIndex groupOfRoot(std::uint32_t root) const {
        return FrameGroupIndex(size() - rootModules.size() + root);
    }
    /// Whether the group represents a process, thread or label rather than code.
    bool isRoot(FrameGroupIndex index) const { return index.row() >= size() - rootModules.size(); }
    /// The position of each group when all are sorted by name; equal names are sorted by row. Computed on
    /// first use, from any thread.
    const std::vector<std::uint32_t>& nameRanks() const;
    /// The last part of the module's path: "libc.so.6"; empty if it is not known.
    std::string_view moduleName(FrameGroupIndex index) const;

    struct NameRanks;
    std::shared_ptr<NameRanks> lazyRanks; ///< what nameRanks() made
};

std::shared_ptr<FrameGroups> groupFrames(std::shared_ptr<const Profile> profile, Grouping grouping);

/// A frame that represents a whole module and is not in the profile: without a function or an address.
struct AddedFrame {
    MappingIndex mapping; ///< a mapping of the module; none: code without a module
    FrameKind kind = FrameKind::Unknown;
};
/// Gives each frame a row in groupOfFrame, after those of the profile's frames, as unnamed code of its
/// module. Call it before addRoots().
void addFrames(FrameGroups& groups, std::span<const AddedFrame> frames);
/// Appends the group of samples without a frame if there is none. Must be called before addRoots().
void addStackless(FrameGroups& groups);

/// Appends a group for each root, once. Its module is moduleOfRoot(), which keeps it separate from code of
/// the same name; if groups are modules or files, that is also its name.
void addRoots(FrameGroups& groups, std::span<const std::string> names);
/// "[anna]".
std::string moduleOfRoot(std::string_view name);

/// The name of samples without a frame.
inline constexpr std::string_view noStack = "[no stack]";

/// The name of unnamed code: "[libc.so.6]" for that module, "<unknown>" without a module.
std::string unnamedCodeName(std::string_view modulePath);

/// "libc.so.6" for "/lib/x86_64-linux-gnu/libc.so.6"; names in brackets are not cut.
std::string_view lastPathPart(std::string_view path);

} // namespace candela
