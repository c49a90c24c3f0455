#include "model/comparison/matching/match_state.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/profile/start_name.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace candela {

namespace {

double unsignedWeight(std::int64_t weight) {
    return std::abs(static_cast<double>(weight));
}

} // namespace

MatchedSide::MatchedSide(const MatchSide& side, std::shared_ptr<MatchedFiles> files, std::size_t number)
    : m_side(side), m_unmatched(side.rows), m_rowOfGroup(side.groups->size()),
      m_partners(side.groups->size()), m_files(std::move(files)), m_number(number) {
    for (std::size_t row = 0; row < side.rows.size(); ++row)
        m_rowOfGroup[side.rows[row].group.row()] = static_cast<std::uint32_t>(row + 1);
    std::ranges::stable_sort(m_unmatched, [](const GroupWeight& left, const GroupWeight& right) {
        const auto weights = [](const GroupWeight& row) {
            return std::pair(unsignedWeight(row.total), unsignedWeight(row.self));
        };
        return weights(left) > weights(right);
    });
    for (const auto& row : side.rows)
        ++m_modules[moduleName(row.group)];
}

const GroupWeight* MatchedSide::rowOf(FrameGroupIndex group) const {
    const auto row = m_rowOfGroup[group.row()];
    return row == 0 ? nullptr : &m_side.rows[row - 1];
}

bool MatchedSide::isFunction(FrameGroupIndex group) const {
    return groups().grouping == Grouping::Function && !groups().isRoot(group) && groups()[group].function;
}

std::string_view MatchedSide::linkageName(FrameGroupIndex group) const {
    const auto function = groups().isRoot(group) ? FunctionIndex() : groups()[group].function;
    if (!function || groups().grouping != Grouping::Function) return name(group);
    const auto& row = profile().functions[function.row()];
    const auto raw = row.rawName ? profile().text(row.rawName) : std::string_view();
    return raw.empty() ? profile().text(row.name) : raw;
}

std::string_view MatchedSide::modulePath(FrameGroupIndex group) const {
    if (groups().isRoot(group)) return groups().moduleName(group);
    const auto mapping = groups()[group].mapping;
    return mapping ? profile().text(profile().mappings[mapping.row()].path) : std::string_view();
}

std::string_view MatchedSide::buildId(FrameGroupIndex group) const {
    const auto mapping = groups().isRoot(group) ? MappingIndex() : groups()[group].mapping;
    if (!mapping) return {};
    const auto id = profile().mappings[mapping.row()].buildId;
    return id ? profile().text(id) : std::string_view();
}

std::string_view MatchedSide::fileName(FrameGroupIndex group) const {
    const auto file = groups()[group].file;
    return file ? m_files->of(m_number).of(file) : std::string_view();
}

bool MatchedSide::showsFolder(FrameGroupIndex group) const {
    const auto file = groups()[group].file;
    return file && m_files->of(m_number).showsFolder(file);
}

std::uint32_t MatchedSide::startLine(FrameGroupIndex group) const {
    const auto function = groups()[group].function;
    return function ? profile().functions[function.row()].startLine : 0;
}

bool MatchedSide::isStart(FrameGroupIndex group) const {
    const auto function = groups().isRoot(group) ? FunctionIndex() : groups()[group].function;
    return function &&
           isStartName(profile().text(profile().functions[function.row()].name), modulePath(group));
}

void ForbiddenPairs::add(std::span<const FrameGroupIndex> base, std::span<const FrameGroupIndex> newSide) {
    for (const auto group : base)
        m_base[group].push_back(m_count);
    for (const auto group : newSide)
        m_newSide[group].push_back(m_count);
    ++m_count;
}

const ForbiddenPairs::Links* ForbiddenPairs::linksOf(FrameGroupIndex base) const {
    const auto found = m_base.find(base);
    return found == m_base.end() ? nullptr : &found->second;
}

bool ForbiddenPairs::contains(FrameGroupIndex base, FrameGroupIndex newGroup) const {
    const auto* links = linksOf(base);
    return links && contains(*links, newGroup);
}

bool ForbiddenPairs::contains(const Links& links, FrameGroupIndex newGroup) const {
    const auto found = m_newSide.find(newGroup);
    if (found == m_newSide.end()) return false;
    const auto& others = found->second;
    for (auto own = links.begin(), other = others.begin(); own != links.end() && other != others.end();) {
        if (*own == *other) return true;
        ++(*own < *other ? own : other);
    }
    return false;
}

MatchState::MatchState(const MatchSide& base, const MatchSide& newSide)
    : MatchState(base, newSide, std::make_shared<MatchedFiles>(*base.groups, *newSide.groups)) {}

MatchState::MatchState(const MatchSide& base, const MatchSide& newSide,
                       const std::shared_ptr<MatchedFiles>& files)
    : m_base(base, files, 0), m_newSide(newSide, files, 1) {}

void MatchState::match(FrameGroupIndex base, FrameGroupIndex newGroup, MatchEvidence evidence,
                       double confidence) {
    matches.push_back({base, newGroup, evidence, confidence});
    m_base.m_partners[base.row()] = newGroup;
    m_newSide.m_partners[newGroup.row()] = base;
}

void MatchState::matchInOrder(const std::vector<FrameGroupIndex>& base,
                              const std::vector<FrameGroupIndex>& newSide, MatchEvidence evidence,
                              double confidence) {
    std::vector<bool> isTaken(newSide.size());
    // Groups of the same links have the same candidates: what one of them passed over, the next ones do, too.
    std::size_t nextOfOthers = 0;
    std::map<ForbiddenPairs::Links, std::size_t> nextOfLinks;
    for (const auto group : base) {
        const auto* links = forbidden.linksOf(group);
        auto& next = links ? nextOfLinks[*links] : nextOfOthers;
        while (next < newSide.size() &&
               (isTaken[next] || (links && forbidden.contains(*links, newSide[next]))))
            ++next;
        if (next == newSide.size()) continue;
        isTaken[next] = true;
        match(group, newSide[next], evidence, confidence);
    }
}

void MatchState::removeMatched() {
    for (auto* side : {&m_base, &m_newSide})
        std::erase_if(side->m_unmatched,
                      [side](const GroupWeight& row) { return bool(side->partner(row.group)); });
}

bool MatchState::modulesFit(FrameGroupIndex base, FrameGroupIndex newGroup) const {
    const auto own = m_base.moduleName(base), other = m_newSide.moduleName(newGroup);
    if (own == other || own.empty() || other.empty()) return true;
    return !m_newSide.hasModule(own) && !m_base.hasModule(other);
}

} // namespace candela
