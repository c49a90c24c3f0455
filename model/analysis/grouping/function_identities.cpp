#include "model/analysis/grouping/function_identities.h"

#include "model/base/path_text.h"
#include "model/profile/start_name.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace candela {

namespace {

/// Endings of files that are included in others.
constexpr std::array<std::string_view, 15> includedEndings{
    "h", "hh", "hpp", "hxx", "h++", "H", "inc", "inl", "ipp", "tcc", "tpp", "txx", "def", "y", "l"};

bool isIncluded(std::string_view file) {
    const auto name = lastPathPart(file);
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return true; // headers of the C++ library have no ending
    return std::ranges::find(includedEndings, name.substr(dot + 1)) != includedEndings.end();
}

/// A C file has at most one function of a name, whatever first lines a file states: PProf.jl states the lines
/// of samples there.
bool isC(std::string_view file) {
    return file.ends_with(".c");
}

/// Whether a linker accepts only one function of this name (C++, Itanium ABI). Names with internal linkage
/// contain an L, or the anonymous namespace.
bool isUnique(std::string_view rawName) {
    if (!rawName.starts_with("_Z")) return false;
    if (rawName.find("_GLOBAL__N") != std::string_view::npos) return false;
    for (auto position = rawName.find('L'); position != std::string_view::npos;
         position = rawName.find('L', position + 1)) {
        if (position + 1 < rawName.size() && rawName[position + 1] >= '0' && rawName[position + 1] <= '9')
            return false;
    }
    return true;
}

/// The last `parts` components of a path.
std::string_view lastParts(std::string_view path, int parts) {
    auto slash = path.size();
    for (; parts > 0 && slash != std::string_view::npos && slash > 0; --parts)
        slash = path.rfind('/', slash - 1);
    return slash == std::string_view::npos || slash == 0 ? path : path.substr(slash + 1);
}

} // namespace

class FunctionIdentities::Finder {
public:
    Finder(const Profile& profile, FunctionIdentities& result) : m_profile(profile), m_result(result) {}

    void run() {
        markScripts();
        for (std::size_t row = 0; row < m_profile.functions.size(); ++row) {
            const auto site = siteOf(row);
            if (site.text.isNone()) continue;
            const auto [found, isNew] = m_firstSites.try_emplace(keyOf(row), site);
            if (!isNew && found->second != site) m_several.try_emplace(keyOf(row));
        }
        if (m_several.empty()) return;
        for (std::size_t row = 0; row < m_profile.functions.size(); ++row) {
            if (const auto found = m_several.find(keyOf(row)); found != m_several.end())
                found->second.push_back(row);
        }
        m_result.m_numbers.resize(m_profile.functions.size());
        for (const auto& [key, rows] : m_several)
            number(rows);
    }

private:
    using Key = std::pair<StringIndex, StringIndex>; // name, and path of the module
    /// What distinguishes functions of one name: a file, and for scripts also a line; or a build id.
    struct Site {
        StringIndex text;
        std::uint32_t line = 0;

        bool operator==(const Site&) const = default;
    };

    using SiteKey = std::pair<std::string, std::uint32_t>; // path, line

    /// The sites of functions of one name.
    class SitesOfName {
    public:
        SitesOfName(const Finder& finder, const std::vector<std::size_t>& rows) : m_finder(finder) {
            for (const auto row : rows) {
                const auto site = finder.siteOf(row);
                const auto line = finder.m_profile.functions[row].startLine;
                if (site.line != 0) m_lines[finder.pathOf(site)].insert(site.line);
                if (line == 0 || site.text.isNone()) continue;
                const auto [found, isNew] = m_siteAtLine.try_emplace(line, site);
                if (!isNew && found->second != site) found->second = {}; // several begin here
            }
            for (const auto row : rows)
                keys.insert(keyOf(row));
        }

        /// The line is part of the key if several functions begin in one file.
        SiteKey keyOf(std::size_t row) const {
            auto site = m_finder.siteOf(row);
            // Lines of included files belong to the function that begins on this line.
            const auto sameLine = m_siteAtLine.find(m_finder.m_profile.functions[row].startLine);
            if (site.text.isNone() && sameLine != m_siteAtLine.end()) site = sameLine->second;
            const auto& path = m_finder.pathOf(site);
            const auto lines = m_lines.find(path);
            const bool hasLine = lines != m_lines.end() && lines->second.size() > 1;
            return {path, hasLine ? site.line : 0};
        }

        /// How many components of the path are needed to distinguish the files.
        int partsToShow() const {
            constexpr int maximumParts = 16;
            for (int parts = 1; parts < maximumParts; ++parts) {
                std::map<std::string_view, std::string_view> paths; // key: the part of the path that is shown
                const bool isEnough = std::ranges::all_of(keys, [&](const SiteKey& key) {
                    const std::string_view path = key.first;
                    return paths.try_emplace(lastParts(path, parts), path).first->second == path;
                });
                if (isEnough) return parts;
            }
            return maximumParts;
        }

        std::set<SiteKey> keys;

    private:
        const Finder& m_finder;
        std::map<std::string, std::set<std::uint32_t>> m_lines; // the first lines in each file
        std::map<std::uint32_t, Site> m_siteAtLine;
    };

    void markScripts() {
        m_isScript.resize(m_profile.functions.size());
        for (std::size_t frame = 0; frame < m_profile.frames.size(); ++frame) {
            const auto function = m_profile.frames.function[frame];
            if (function && m_profile.frames.kind[frame] == FrameKind::Interpreted)
                m_isScript[function.row()] = true;
        }
    }

    StringIndex pathOf(const Function& function) const {
        return function.mapping ? m_profile.mappings[function.mapping.row()].path : StringIndex();
    }
    Key keyOf(std::size_t row) const {
        const auto& function = m_profile.functions[row];
        return {function.name, pathOf(function)};
    }

    Site siteOf(std::size_t row) const {
        const auto& function = m_profile.functions[row];
        const auto file = m_profile.text(function.file);
        if (isNoName(m_profile.text(function.name))) return {};
        if (file.empty()) return {buildOf(function), 0};
        if (m_isScript[row]) return {function.file, function.startLine};
        const auto rawName = m_profile.text(function.rawName);
        if (isIncluded(file) || isUnique(rawName)) return {};
        const bool isPlain = rawName.empty() || rawName == m_profile.text(function.name);
        return {function.file, isPlain && !isC(file) ? function.startLine : 0};
    }

    /// The build id that identifies a function; none for functions that have a real name.
    StringIndex buildOf(const Function& function) const {
        if (!function.mapping) return {};
        const auto& mapping = m_profile.mappings[function.mapping.row()];
        const bool isStart = isStartName(m_profile.text(function.name), m_profile.text(mapping.path));
        return isStart && !m_profile.text(mapping.buildId).empty() ? mapping.buildId : StringIndex();
    }

    /// Two spellings of a path count as one.
    const std::string& pathOf(const Site& site) const {
        auto [found, isNew] = m_paths.try_emplace(site.text);
        if (isNew && site.text)
            found->second = std::filesystem::path(m_profile.text(site.text)).lexically_normal().string();
        return found->second;
    }

    /// Assigns numbers to the functions of one name.
    void number(const std::vector<std::size_t>& rows) {
        const SitesOfName sites(*this, rows);
        if (sites.keys.size() - sites.keys.count({}) < 2) return;
        const int parts = sites.partsToShow();
        std::map<SiteKey, std::uint32_t> numbers;
        for (const auto& key : sites.keys) {
            numbers.emplace(key, static_cast<std::uint32_t>(m_result.m_distinctions.size()));
            auto text = std::string(lastParts(key.first, parts));
            if (key.second != 0) text += fmt::format(":{}", key.second);
            m_result.m_distinctions.push_back(std::move(text));
        }
        for (const auto row : rows)
            m_result.m_numbers[row] = numbers.at(sites.keyOf(row));
    }

    const Profile& m_profile;
    FunctionIdentities& m_result;
    std::vector<bool> m_isScript; // by function
    mutable absl::node_hash_map<StringIndex, std::string> m_paths;
    absl::flat_hash_map<Key, Site> m_firstSites;
    std::map<Key, std::vector<std::size_t>> m_several; // functions whose name occurs in several files
};

FunctionIdentities::FunctionIdentities(const Profile& profile) {
    Finder(profile, *this).run();
}

bool isNoName(std::string_view name) {
    constexpr std::array<std::string_view, 7> fillers{"",          "?",         "??",       "???",
                                                      "[unknown]", "<unknown>", "(unknown)"};
    return std::ranges::find(fillers, name) != fillers.end();
}

std::string_view plainName(const FrameGroups& groups, FrameGroupIndex index) {
    const auto& group = groups[index];
    if (groups.grouping != Grouping::Function || group.function.isNone()) return group.name;
    return groups.profile->text(groups.profile->functions[group.function.row()].name);
}

} // namespace candela
