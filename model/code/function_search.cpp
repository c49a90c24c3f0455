#include "model/code/function_search.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/wrapping.h"

#include <fmt/format.h>

#include <re2/re2.h>

#include <algorithm>
#include <string_view>

namespace candela {

namespace {

/// "ns::f" for "ns::f(int)"; parentheses of template arguments and of operator() are part of the name.
std::string_view withoutParameters(std::string_view name) {
    int depth = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (name[at] == '<') ++depth;
        if (name[at] == '>') --depth;
        if (name[at] != '(' || depth > 0 || at == 0) continue;
        const auto before = name.substr(0, at);
        if (before.ends_with("operator") || name.substr(at).starts_with("(anonymous")) continue;
        return before;
    }
    return name;
}

/// One search over all functions.
class Search {
public:
    Search(const FrameGroups& groups, std::span<const GroupWeight> weights)
        : m_groups(groups), m_totals(groups.size()) {
        for (const auto& weight : weights)
            m_totals[weight.group.row()] = magnitudeOf(weight.total);
    }

    /// Heaviest first.
    template<typename Matches>
    std::vector<FrameGroupIndex> all(const Matches& matches) const {
        std::vector<FrameGroupIndex> found;
        for (std::size_t row = 0; row < m_groups.size(); ++row) {
            const FrameGroupIndex group(row);
            if (m_groups[group].function && matches(group)) found.push_back(group);
        }
        std::ranges::stable_sort(found, std::ranges::greater(),
                                 [&](FrameGroupIndex group) { return m_totals[group.row()]; });
        return found;
    }

    bool isNamed(FrameGroupIndex group, std::string_view text) const {
        if (const auto mark = text.find('!'); mark != std::string_view::npos && mark > 0) {
            if (m_groups.moduleName(group) == text.substr(0, mark) && isNamed(group, text.substr(mark + 1)))
                return true;
        }
        const auto& profile = *m_groups.profile;
        const auto& function = profile.functions[m_groups[group].function.row()];
        const auto plain = plainName(m_groups, group);
        return text == m_groups[group].name || text == plain || text == withoutParameters(plain) ||
               (function.rawName && text == profile.text(function.rawName));
    }

private:
    const FrameGroups& m_groups;
    std::vector<std::int64_t> m_totals; // totals without signs
};

/// The functions of the heaviest one's module as the match, those of other modules as namesakes.
FunctionMatch ofOneModule(const FrameGroups& groups, std::span<const FrameGroupIndex> found) {
    FunctionMatch match;
    for (const auto group : found) {
        const bool isSame = groups[group].mapping == groups[found.front()].mapping ||
                            groups.moduleName(group) == groups.moduleName(found.front());
        (isSame ? match.groups : match.namesakes).push_back(group);
    }
    return match;
}

std::unexpected<Error> severalMatch(const FrameGroups& groups, const std::string& text,
                                    std::span<const FrameGroupIndex> found) {
    constexpr std::size_t shown = 5;
    std::string names;
    for (std::size_t row = 0; row < std::min(shown, found.size()); ++row)
        names.append(row > 0 ? ", " : "").append(groups[found[row]].name);
    if (found.size() > shown) names += fmt::format(" and {} more", found.size() - shown);
    return failure(fmt::format("\"{}\" matches {} functions", text, found.size()), ErrorCode::Usage,
                   fmt::format("write more of the name: {}", names));
}

} // namespace

Result<FunctionMatch> findFunction(const FrameGroups& groups, std::span<const GroupWeight> weights,
                                   const std::string& text) {
    const Search search(groups, weights);
    auto found = search.all([&](FrameGroupIndex group) { return search.isNamed(group, text); });
    if (!found.empty()) return ofOneModule(groups, found);
    found =
        search.all([&](FrameGroupIndex group) { return groups[group].name.find(text) != std::string::npos; });
    if (found.empty()) {
        re2::RE2::Options options;
        options.set_log_errors(false);
        const re2::RE2 pattern(text, options);
        if (pattern.ok())
            found = search.all(
                [&](FrameGroupIndex group) { return re2::RE2::PartialMatch(groups[group].name, pattern); });
    }
    if (found.empty())
        return failure(fmt::format("no function is called \"{}\"", text), ErrorCode::Usage,
                       "candela report lists the functions");
    const auto first = plainName(groups, found.front());
    if (std::ranges::all_of(found, [&](FrameGroupIndex group) { return plainName(groups, group) == first; }))
        return ofOneModule(groups, found);
    return severalMatch(groups, text, found);
}

} // namespace candela
