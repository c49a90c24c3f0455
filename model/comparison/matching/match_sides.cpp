#include "model/comparison/matching/match_sides.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/path_text.h"
#include "model/comparison/matching/counted_shape.h"
#include "model/comparison/matching/lambdas/matched_lambdas.h"
#include "model/comparison/matching/machine_code/matched_code.h"
#include "model/comparison/matching/match_state.h"
#include "model/comparison/matching/matched_functions.h"
#include "model/comparison/matching/moved_cost.h"
#include "model/comparison/matching/name_forms.h"
#include "model/comparison/matching/renamed_functions.h"
#include "model/comparison/matching/same_build.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

namespace {

using Several = MatchState::Several;
using Text = std::string_view;

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

    using GroupsOfName = absl::flat_hash_map<Text, std::vector<FrameGroupIndex>>;
    /// The groups of the names, heaviest first. One pass over the groups for all names.
    static GroupsOfName named(const MatchedSide& side, GroupsOfName names) {
        for (const auto& row : side.unmatched()) {
            const auto add = [&](Text name) {
                const auto found = names.find(name);
                if (found == names.end()) return;
                auto& groups = found->second;
                if (groups.empty() || groups.back() != row.group) groups.push_back(row.group);
            };
            add(side.name(row.group));
            add(side.linkageName(row.group));
            add(plainName(side.groups(), row.group));
        }
        return names;
    }

    void matchByHand() {
        if (m_links.empty()) return;
        GroupsOfName baseNames, newNames;
        for (const auto& link : m_links) {
            baseNames.try_emplace(link.base);
            newNames.try_emplace(link.newName);
        }
        baseNames = named(m_state.base(), std::move(baseNames));
        newNames = named(m_state.newSide(), std::move(newNames));
        const auto heaviestOpen = [](const MatchedSide& side, const std::vector<FrameGroupIndex>& groups) {
            const auto found =
                std::ranges::find_if(groups, [&](FrameGroupIndex group) { return !side.partner(group); });
            return found == groups.end() ? FrameGroupIndex() : *found;
        };
        for (const auto& link : m_links) {
            const auto &baseGroups = baseNames[link.base], &newGroups = newNames[link.newName];
            if (link.kind == HandLinkKind::Unlink) {
                m_state.forbidden.add(baseGroups, newGroups);
                continue;
            }
            const auto base = heaviestOpen(m_state.base(), baseGroups);
            const auto newGroup = heaviestOpen(m_state.newSide(), newGroups);
            if (base && newGroup)
                m_state.match(base, newGroup, MatchEvidence::ByHand, confidenceOf(MatchEvidence::ByHand));
        }
        m_state.removeMatched();
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
        // Of two builds, functions of which only the start is known have the same start by chance.
        const auto named = [](auto keyOf) {
            return [keyOf](const MatchedSide& side, FrameGroupIndex group) {
                using Key = decltype(keyOf(side, group));
                const bool isByChance = !side.buildId(group).empty() && side.isStart(group);
                return isByChance ? Key() : keyOf(side, group);
            };
        };
        const auto name = [&](auto keyOf) { equal(MatchEvidence::Name, Several::ByWeight, named(keyOf)); };
        if (grouping() == Grouping::Line && isCode()) {
            name([](const MatchedSide& side, FrameGroupIndex group) {
                using Key = std::tuple<Text, Text, Text>;
                return side.showsFolder(group)
                           ? Key(side.name(group), side.fileName(group), side.moduleName(group))
                           : Key();
            });
            matchLinesOfFunctions(m_state, m_links);
            // Lines of the same name may be in files of the same name.
            equal(MatchEvidence::LastName, Several::ByWeight,
                  [](const MatchedSide& side, FrameGroupIndex group) {
                      const bool hasFile = !side.fileName(group).empty();
                      return hasFile ? Pair(side.name(group), side.moduleName(group)) : Pair();
                  });
        }
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
        equal(MatchEvidence::OtherModule, Several::ByWeight,
              named([](const MatchedSide& side, FrameGroupIndex group) {
                  return plainName(side.groups(), group);
              }));
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
                  return text.empty() || side.fileName(group).empty()
                             ? FileKey()
                             : FileKey(std::move(text), side.fileName(group), side.moduleName(group));
              });
        m_state.matchEqual(MatchEvidence::SourceName, 0.8, Several::LeaveOpen, inModule(sourceOf));
        m_state.matchEqual(MatchEvidence::SourceName, 0.75, Several::LeaveOpen, sourceOf);
        // Several functions may have the same last name, such as the instances of a template.
        const auto unscopedOf = [](const MatchedSide& side, FrameGroupIndex group) {
            const bool has = side.isFunction(group) && !side.isStart(group);
            return has ? unscopedName(plainName(side.groups(), group)) : std::string();
        };
        equal(MatchEvidence::LastName, Several::LeaveOpen, inModule(unscopedOf));
        matchLambdas(m_state);
        equal(MatchEvidence::LastName, Several::LeaveOpen,
              inModule([&](const MatchedSide& side, FrameGroupIndex group) {
                  return std::string(lastName(sourceOf(side, group)));
              }));
        matchCode(m_state);
        matchRenamed(m_state);
        m_state.matchEqual(MatchEvidence::SourceName, MatchState::byWeight, Several::HeaviestFirst,
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
        absl::flat_hash_map<Key, std::vector<const GroupWeight*>> wholesOf;
        for (const auto& row : side.unmatched())
            if (side.isFunction(row.group) && isPartOrClone(side.linkageName(row.group)))
                wholesOf.try_emplace({nameStem(side.linkageName(row.group)), side.moduleName(row.group)});
        if (wholesOf.empty()) return;
        for (const auto& whole : rows.rows) {
            if (!side.partner(whole.group) || !side.isFunction(whole.group)) continue;
            const auto found =
                wholesOf.find({nameStem(side.linkageName(whole.group)), side.moduleName(whole.group)});
            if (found != wholesOf.end()) found->second.push_back(&whole);
        }
        for (const auto& row : side.unmatched()) {
            if (!side.isFunction(row.group) || !isPartOrClone(side.linkageName(row.group))) continue;
            const auto& wholes =
                wholesOf.at({nameStem(side.linkageName(row.group)), side.moduleName(row.group)});
            if (wholes.empty()) continue;
            const auto [whole, confidence] = wholeOf(side, row.group, wholes);
            counted.push_back({row.group, whole, CountedWith::Whole, row.self, confidence});
        }
    }

    /// Several files may have a function of the name: that in the file of the part, else the heaviest.
    static std::pair<FrameGroupIndex, double> wholeOf(const MatchedSide& side, FrameGroupIndex part,
                                                      const std::vector<const GroupWeight*>& wholes) {
        const auto file = side.fileName(part);
        const auto isInFile = [&](const GroupWeight* whole) {
            return !file.empty() && side.fileName(whole->group) == file;
        };
        const auto inFile = std::ranges::count_if(wholes, isInFile);
        const GroupWeight* best = nullptr;
        for (const auto* whole : wholes) {
            if (inFile > 0 && !isInFile(whole)) continue;
            const auto weightOf = [](const GroupWeight* row) {
                return std::abs(static_cast<double>(row->total));
            };
            if (!best || weightOf(whole) > weightOf(best)) best = whole;
        }
        const bool isOne = wholes.size() == 1 || inFile == 1;
        return {best->group, isOne ? confidenceOf(MatchEvidence::Stem) : MatchState::byWeight};
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
