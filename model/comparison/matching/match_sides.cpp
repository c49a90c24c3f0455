#include "model/comparison/matching/match_sides.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/path_text.h"
#include "model/comparison/matching/counted_shape.h"
#include "model/comparison/matching/match_state.h"
#include "model/comparison/matching/matched_functions.h"
#include "model/comparison/matching/moved_cost.h"
#include "model/comparison/matching/name_forms.h"
#include "model/comparison/matching/renamed_functions.h"
#include "model/comparison/matching/same_build.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

namespace candela {

namespace {

using Several = MatchState::Several;
using Text = std::string_view;

/// Names that several functions share in one scope are matched by weight, if nothing else decides.
constexpr double severalNames = 0.55;

class SideMatcher {
public:
    SideMatcher(const MatchSide& base, const MatchSide& newSide, const HandLinks& links)
        : m_baseSide(base), m_newSide(newSide), m_links(links), m_state(base, newSide) {}

    Matching run() {
        matchByHand();
        if (isCode() && haveSameCode(m_state.base().profile(), m_state.newSide().profile())) {
            matchParts();
            return result();
        }
        matchBuilds();
        if (grouping() == Grouping::Line && isCode()) matchLines();
        matchNames();
        if (grouping() == Grouping::Line && isCode()) matchLinesOfFunctions(m_state, m_links);
        if (isCode()) matchForms();
        if (grouping() == Grouping::Module || grouping() == Grouping::File) matchModules();
        joinParts();
        auto moved = isCode() && grouping() == Grouping::Function
                         ? moveInlinedCost(m_state)
                         : std::array<std::vector<CountedGroup>, 2>();
        m_base.insert(m_base.end(), moved[0].begin(), moved[0].end());
        m_new.insert(m_new.end(), moved[1].begin(), moved[1].end());
        return result();
    }

private:
    Grouping grouping() const { return m_baseSide.groups->grouping; }
    bool isCode() const {
        return m_baseSide.kind == MatchedRows::Code && m_newSide.kind == MatchedRows::Code;
    }

    static bool isNamed(const MatchedSide& side, FrameGroupIndex group, Text name) {
        return side.name(group) == name || side.linkageName(group) == name ||
               plainName(side.groups(), group) == name;
    }
    /// The heaviest group of that name.
    static FrameGroupIndex named(const MatchedSide& side, Text name) {
        const auto& rows = side.unmatched();
        const auto found = std::ranges::find_if(
            rows, [&](const GroupWeight& row) { return isNamed(side, row.group, name); });
        return found == rows.end() ? FrameGroupIndex() : found->group;
    }

    void matchByHand() {
        for (const auto& link : m_links) {
            if (link.kind == HandLinkKind::Unlink) {
                forbid(link);
                continue;
            }
            const auto base = named(m_state.base(), link.base);
            const auto newGroup = named(m_state.newSide(), link.newName);
            if (!base || !newGroup) continue;
            m_state.match(base, newGroup, MatchEvidence::ByHand, confidenceOf(MatchEvidence::ByHand));
            m_state.removeMatched();
        }
    }

    void forbid(const HandLink& link) {
        std::vector<FrameGroupIndex> newGroups;
        for (const auto& row : m_newSide.rows)
            if (isNamed(m_state.newSide(), row.group, link.newName)) newGroups.push_back(row.group);
        for (const auto& row : m_baseSide.rows) {
            if (!isNamed(m_state.base(), row.group, link.base)) continue;
            for (const auto newGroup : newGroups)
                m_state.forbidden[{row.group, newGroup}] = true;
        }
    }

    void equal(MatchEvidence evidence, Several several, auto keyOf) {
        m_state.matchEqual(evidence, confidenceOf(evidence), several, keyOf);
    }

    /// Of parts of one capture: what is on one side only did not run on the other, whatever it resembles.
    void matchParts() {
        matchRows(m_state);
        equal(MatchEvidence::Name, Several::HeaviestFirst,
              [](const MatchedSide& side, FrameGroupIndex group) {
                  return side.groups().isRoot(group) ? side.name(group) : Text();
              });
    }

    void matchBuilds() {
        using Key = std::tuple<Text, Text, Text>;
        // Lines are named by the last parts of their files.
        if (grouping() == Grouping::Line)
            equal(MatchEvidence::SameBuild, Several::HeaviestFirst,
                  [](const MatchedSide& side, FrameGroupIndex group) {
                      const auto build = side.buildId(group);
                      return build.empty() ? Key() : Key(side.name(group), side.fileName(group), build);
                  });
        equal(MatchEvidence::SameBuild, Several::HeaviestFirst,
              [](const MatchedSide& side, FrameGroupIndex group) {
                  const auto build = side.buildId(group);
                  return build.empty() ? Key() : Key(side.name(group), side.linkageName(group), build);
              });
        if (isCode() && grouping() == Grouping::Function) matchAddresses(m_state);
    }

    /// Lines that moved with their function are the same lines.
    void matchLines() {
        using Key = std::tuple<std::string, std::string, Text, std::uint32_t>;
        equal(MatchEvidence::Lines, Several::HeaviestFirst,
              [](const MatchedSide& side, FrameGroupIndex group) -> Key {
                  const auto& row = side.groups()[group];
                  const auto start = side.groups().isRoot(group) ? 0 : side.startLine(group);
                  if (start == 0 || row.line < start) return {};
                  const auto& function = side.profile().functions[row.function.row()];
                  return {nameStem(side.profile().text(function.name)), std::string(side.fileName(group)),
                          side.moduleName(group), row.line - start + 1};
              });
    }

    void matchNames() {
        using Pair = std::pair<Text, Text>;
        const auto name = [&](auto keyOf) { equal(MatchEvidence::Name, Several::HeaviestFirst, keyOf); };
        if (grouping() == Grouping::Line)
            name([](const MatchedSide& side, FrameGroupIndex group) {
                return std::tuple<Text, Text, Text>(side.name(group), side.fileName(group),
                                                    side.moduleName(group));
            });
        name([](const MatchedSide& side, FrameGroupIndex group) {
            return std::tuple<Text, Text, Text>(side.linkageName(group), side.name(group),
                                                side.modulePath(group));
        });
        name([](const MatchedSide& side, FrameGroupIndex group) {
            return Pair(side.name(group), side.modulePath(group));
        });
        name([](const MatchedSide& side, FrameGroupIndex group) {
            return Pair(side.name(group), side.moduleName(group));
        });
        name([](const MatchedSide& side, FrameGroupIndex group) {
            return std::tuple<Text, Text, Text>(plainName(side.groups(), group), side.fileName(group),
                                                side.moduleName(group));
        });
        name([](const MatchedSide& side, FrameGroupIndex group) {
            return Pair(plainName(side.groups(), group), side.moduleName(group));
        });
        name([](const MatchedSide& side, FrameGroupIndex group) {
            return Pair(side.linkageName(group), side.moduleName(group));
        });
        equal(MatchEvidence::OtherModule, Several::HeaviestFirst,
              [](const MatchedSide& side, FrameGroupIndex group) { return plainName(side.groups(), group); });
    }

    /// Steps that need forms of a function's name, or its callers.
    void matchForms() {
        using Key = std::pair<std::string, Text>;
        using FileKey = std::tuple<std::string, Text, Text>;
        if (grouping() != Grouping::Function) return;
        const auto stemOf = [](const MatchedSide& side, FrameGroupIndex group) {
            const bool has = side.isFunction(group) && !side.isStart(group);
            return has ? nameStem(side.linkageName(group)) : std::string();
        };
        const auto shownStemOf = [](const MatchedSide& side, FrameGroupIndex group) {
            const bool has = side.isFunction(group) && !side.isStart(group);
            return has ? nameStem(side.name(group)) : std::string();
        };
        const auto sourceOf = [](const MatchedSide& side, FrameGroupIndex group) {
            const bool has = side.isFunction(group) && !side.isStart(group);
            return has ? sourceName(plainName(side.groups(), group)) : std::string();
        };
        const auto inModule = [](auto nameOf) {
            return [nameOf](const MatchedSide& side, FrameGroupIndex group) {
                auto text = nameOf(side, group);
                return text.empty() ? Key() : Key(std::move(text), side.moduleName(group));
            };
        };
        equal(MatchEvidence::Stem, Several::HeaviestFirst, inModule(stemOf));
        equal(MatchEvidence::Stem, Several::HeaviestFirst, inModule(shownStemOf));
        m_state.matchEqual(MatchEvidence::Stem, 0.85, Several::LeaveOpen, stemOf);
        equal(MatchEvidence::SourceName, Several::LeaveOpen,
              [&](const MatchedSide& side, FrameGroupIndex group) {
                  auto text = sourceOf(side, group);
                  return text.empty()
                             ? FileKey()
                             : FileKey(std::move(text), side.fileName(group), side.moduleName(group));
              });
        m_state.matchEqual(MatchEvidence::SourceName, 0.8, Several::LeaveOpen, inModule(sourceOf));
        m_state.matchEqual(MatchEvidence::SourceName, 0.75, Several::LeaveOpen, sourceOf);
        equal(MatchEvidence::LastName, Several::LeaveOpen,
              inModule([&](const MatchedSide& side, FrameGroupIndex group) {
                  return std::string(lastName(sourceOf(side, group)));
              }));
        matchRenamed(m_state);
        m_state.matchEqual(MatchEvidence::SourceName, severalNames, Several::HeaviestFirst,
                           inModule(sourceOf));
    }

    /// Matches modules that have another version, and files in another folder.
    void matchModules() {
        if (grouping() == Grouping::File) {
            const auto fileName = [](const MatchedSide& side, FrameGroupIndex group) {
                return side.fileName(group);
            };
            equal(MatchEvidence::LastName, Several::LeaveOpen,
                  [&](const MatchedSide& side, FrameGroupIndex group) {
                      const auto name = fileName(side, group);
                      return name.find('/') == Text::npos ? Text() : name;
                  });
            // Files of one name, such as main.c, may be in many folders.
            if (isCode()) matchFilesOfFunctions(m_state, m_links);
            equal(MatchEvidence::LastName, Several::LeaveOpen, fileName);
        }
        equal(MatchEvidence::LastName, Several::LeaveOpen,
              [](const MatchedSide& side, FrameGroupIndex group) {
                  return moduleStem(lastPathPart(side.name(group)));
              });
    }

    /// Counts parts and clones that have no partner with their function.
    void joinParts() {
        if (!isCode() || grouping() != Grouping::Function) return;
        joinParts(m_state.base(), m_baseSide, m_base);
        joinParts(m_state.newSide(), m_newSide, m_new);
        for (const auto& entry : m_base)
            m_state.joined[0].insert(entry.group);
        for (const auto& entry : m_new)
            m_state.joined[1].insert(entry.group);
    }

    void joinParts(MatchedSide& side, const MatchSide& rows, std::vector<CountedGroup>& counted) {
        if (!rows.shape) return;
        using Key = std::pair<std::string, Text>;
        absl::flat_hash_map<Key, std::vector<const GroupWeight*>> parts;
        for (const auto& row : side.unmatched())
            if (side.isFunction(row.group) && isPartOrClone(side.linkageName(row.group)))
                parts[{nameStem(side.linkageName(row.group)), side.moduleName(row.group)}].push_back(&row);
        if (parts.empty()) return;
        for (const auto& whole : rows.rows) {
            if (!side.partner(whole.group) || !side.isFunction(whole.group)) continue;
            const auto found =
                parts.find({nameStem(side.linkageName(whole.group)), side.moduleName(whole.group)});
            if (found == parts.end()) continue;
            for (const auto* part : found->second)
                counted.push_back({part->group, whole.group, CountedWith::Whole, part->self,
                                   confidenceOf(MatchEvidence::Stem)});
            parts.erase(found);
        }
    }

    Matching result() {
        Matching matching;
        matching.base = counted(m_state.base(), m_baseSide, std::move(m_base));
        matching.newSide = counted(m_state.newSide(), m_newSide, std::move(m_new));
        matching.matches = std::move(m_state.matches);
        addRest(m_state.base(), matching.base, 0, matching.matches);
        addRest(m_state.newSide(), matching.newSide, 1, matching.matches);
        return matching;
    }

    static CountedSide counted(const MatchedSide& side, const MatchSide& rows,
                               std::vector<CountedGroup> groups) {
        CountedSide result{std::move(groups), rows.shape};
        if (result.groups.empty() || !rows.shape) return result;
        std::vector<bool> hasPartner(rows.groups->size());
        for (const auto& row : rows.rows)
            hasPartner[row.group.row()] = bool(side.partner(row.group));
        result.shape = countedShape(*rows.shape, result.groups, hasPartner);
        return result;
    }

    static void addRest(const MatchedSide& side, const CountedSide& counted, int number,
                        std::vector<GroupMatch>& matches) {
        std::vector<bool> isCounted(side.groups().size());
        for (const auto& entry : counted.groups)
            isCounted[entry.group.row()] = true;
        for (const auto& row : side.unmatched()) {
            if (isCounted[row.group.row()]) continue;
            if (number == 0)
                matches.push_back({row.group, {}, MatchEvidence::OnlyBase, 0});
            else
                matches.push_back({{}, row.group, MatchEvidence::OnlyNew, 0});
        }
    }

    const MatchSide& m_baseSide;
    const MatchSide& m_newSide;
    const HandLinks& m_links;
    MatchState m_state;
    std::vector<CountedGroup> m_base, m_new;
};

} // namespace

Matching matchSides(const MatchSide& base, const MatchSide& newSide, const HandLinks& links) {
    return SideMatcher(base, newSide, links).run();
}

} // namespace candela
