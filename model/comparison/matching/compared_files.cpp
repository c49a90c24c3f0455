#include "model/comparison/matching/compared_files.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/path_text.h"

#include <absl/container/flat_hash_set.h>

#include <optional>
#include <string_view>

namespace candela {

namespace {

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

} // namespace

FileNames::FileNames(const FrameGroups& groups) {
    for (const auto& group : groups.groups) {
        if (!group.file) continue;
        const auto [found, isNew] =
            m_rows.try_emplace(group.file, static_cast<std::uint32_t>(m_paths.size()));
        if (!isNew) continue;
        m_paths.push_back(plainPath(groups.profile->text(group.file)));
        m_nameSize.push_back(isNoName(m_paths.back()) ? 0 : m_paths.back().size());
    }
}

std::string_view FileNames::of(StringIndex path) const {
    const auto found = m_rows.find(path);
    if (found == m_rows.end()) return {};
    const auto size = m_nameSize[found->second];
    return std::string_view(m_paths[found->second]).substr(m_paths[found->second].size() - size);
}

bool FileNames::showsFolder(StringIndex path) const {
    const auto found = m_rows.find(path);
    if (found == m_rows.end()) return false;
    return m_nameSize[found->second] == m_paths[found->second].size() ||
           of(path).find('/') != std::string_view::npos;
}

/// Shortens names to the ends that the other side's files have, too.
class FileNamer {
public:
    static void shorten(FileNames& names, const FileNames& others) {
        // Two builds in one folder have the same paths. Ends are needed for others only.
        Texts whole;
        whole.reserve(others.size());
        forEachPath(others, [&](std::size_t, std::string_view path) { whole.insert(path); });
        std::optional<Texts> ends;
        forEachPath(names, [&](std::size_t row, std::string_view path) {
            if (whole.contains(path)) return;
            if (!ends) ends = endsOf(others);
            forEachEnd(path, [&](std::string_view end) {
                if (!end.empty() && ends->contains(end)) names.m_nameSize[row] = end.size();
            });
        });
    }

private:
    template<typename Visit>
    static void forEachPath(const FileNames& names, Visit&& visit) {
        for (std::size_t row = 0; row < names.size(); ++row)
            if (names.m_nameSize[row] != 0) visit(row, std::string_view(names.m_paths[row]));
    }
    static Texts endsOf(const FileNames& names) {
        Texts ends;
        forEachPath(names, [&](std::size_t, std::string_view path) {
            forEachEnd(path, [&](std::string_view end) { ends.insert(end); });
        });
        return ends;
    }
};

std::array<FileNames, 2> comparedFiles(const FrameGroups& base, const FrameGroups& newSide) {
    std::array<FileNames, 2> names{FileNames(base), FileNames(newSide)};
    FileNamer::shorten(names[0], names[1]);
    FileNamer::shorten(names[1], names[0]);
    return names;
}

} // namespace candela
