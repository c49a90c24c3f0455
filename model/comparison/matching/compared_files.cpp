#include "model/comparison/matching/compared_files.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/path_text.h"

#include <absl/container/flat_hash_set.h>

#include <optional>
#include <string_view>

namespace candela {

namespace {

FileNames plainPaths(const FrameGroups& groups) {
    FileNames paths;
    for (const auto& group : groups.groups) {
        if (!group.file) continue;
        const auto [found, isNew] = paths.try_emplace(group.file);
        if (isNew) found->second = plainPath(groups.profile->text(group.file));
    }
    absl::erase_if(paths, [](const auto& path) { return isNoName(path.second); });
    return paths;
}

/// Of longer ends of paths, only the whole path is compared: each end is hashed and looked up.
constexpr std::size_t maximumParts = 32, maximumLength = 4096;

/// Calls visit() with the last part of the path, the last two and so on, and the whole path.
template<typename Visit>
void forEachEnd(std::string_view path, Visit&& visit) {
    if (!path.starts_with('[')) {
        auto slash = path.rfind('/');
        for (std::size_t part = 0; part < maximumParts && slash != std::string_view::npos && slash > 0 &&
                                   path.size() - slash <= maximumLength;
             ++part, slash = path.rfind('/', slash - 1))
            visit(path.substr(slash + 1));
    }
    if (path.size() > 1 && path.starts_with('/')) visit(path.substr(1));
    visit(path);
}

using Texts = absl::flat_hash_set<std::string_view>;

Texts wholePaths(const FileNames& paths) {
    Texts whole;
    whole.reserve(paths.size());
    for (const auto& [file, path] : paths)
        whole.insert(path);
    return whole;
}

Texts endsOf(const FileNames& paths) {
    Texts ends;
    for (const auto& [file, path] : paths)
        forEachEnd(path, [&](std::string_view end) { ends.insert(end); });
    return ends;
}

FileNames namesOf(const FileNames& paths, const FileNames& others) {
    // Two builds in one folder have the same paths. Ends are needed for others only.
    const auto whole = wholePaths(others);
    std::optional<Texts> ends;
    FileNames names;
    names.reserve(paths.size());
    for (const auto& [file, path] : paths) {
        std::string_view longest = path;
        if (!whole.contains(path)) {
            if (!ends) ends = endsOf(others);
            forEachEnd(path, [&](std::string_view end) {
                if (!end.empty() && ends->contains(end)) longest = end;
            });
        }
        names.emplace(file, longest);
    }
    return names;
}

} // namespace

std::array<FileNames, 2> comparedFiles(const FrameGroups& base, const FrameGroups& newSide) {
    const auto basePaths = plainPaths(base), newPaths = plainPaths(newSide);
    return {namesOf(basePaths, newPaths), namesOf(newPaths, basePaths)};
}

} // namespace candela
