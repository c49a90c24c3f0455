/// The groups of two sides while they are matched: those that have a partner, and those that wait for one.
#pragma once

#include "model/comparison/matching/compared_files.h"
#include "model/comparison/matching/match_side.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// The names of both sides' files, made when the first one is asked for.
class MatchedFiles {
public:
    MatchedFiles(const FrameGroups& base, const FrameGroups& newSide) : m_base(base), m_newSide(newSide) {}

    /// `side` is 0 for base and 1 for new.
    const FileNames& of(std::size_t side) {
        if (!m_names) m_names = comparedFiles(m_base, m_newSide);
        return (*m_names)[side];
    }

private:
    const FrameGroups& m_base;
    const FrameGroups& m_newSide;
    std::optional<std::array<FileNames, 2>> m_names;
};

/// Everything about one side that steps look at.
class MatchedSide {
public:
    /// `number` is 0 for base and 1 for new.
    MatchedSide(const MatchSide& side, std::shared_ptr<MatchedFiles> files, std::size_t number);

    const MatchSide& side() const { return m_side; }
    const FrameGroups& groups() const { return *m_side.groups; }
    const Profile& profile() const { return *m_side.groups->profile; }
    /// Groups without a partner, heaviest first.
    const std::vector<GroupWeight>& unmatched() const { return m_unmatched; }
    const GroupWeight* rowOf(FrameGroupIndex group) const;
    FrameGroupIndex partner(FrameGroupIndex group) const { return m_partners[group.row()]; }

    /// A code group of the key "function", and not a root or unnamed code.
    bool isFunction(FrameGroupIndex group) const;
    std::string_view name(FrameGroupIndex group) const { return groups()[group].name; }
    /// The linkage name, or the plain one where that is not known.
    std::string_view linkageName(FrameGroupIndex group) const;
    std::string_view modulePath(FrameGroupIndex group) const;
    std::string_view moduleName(FrameGroupIndex group) const { return groups().moduleName(group); }
    std::string_view buildId(FrameGroupIndex group) const;
    /// The name by which the source file is compared (compared_files.h); empty if the file is not known.
    std::string_view fileName(FrameGroupIndex group) const;
    /// Whether the name has the folders that distinguish the file from others of its name.
    bool showsFolder(FrameGroupIndex group) const;
    std::uint32_t startLine(FrameGroupIndex group) const;
    /// Whether only the start of the function is known, that of the group or of its line or address.
    bool isStart(FrameGroupIndex group) const;
    bool hasModule(std::string_view moduleName) const { return m_modules.contains(moduleName); }

private:
    friend class MatchState;

    const MatchSide& m_side;
    std::vector<GroupWeight> m_unmatched;
    std::vector<std::uint32_t> m_rowOfGroup; ///< a row per group: one more than its row; 0: none
    std::vector<FrameGroupIndex> m_partners; ///< a row per group
    absl::flat_hash_map<std::string_view, std::size_t> m_modules;
    std::shared_ptr<MatchedFiles> m_files;
    std::size_t m_number;
};

/// Pairs of groups that the user took apart. A link takes apart all groups of one name from all of another,
/// so that links are kept, and not pairs.
class ForbiddenPairs {
public:
    using Links = std::vector<std::uint32_t>; ///< numbers, ascending

    /// No group of base may be matched with one of new.
    void add(std::span<const FrameGroupIndex> base, std::span<const FrameGroupIndex> newSide);
    bool contains(FrameGroupIndex base, FrameGroupIndex newGroup) const;

    /// The links of a base group; null if there are none.
    const Links* linksOf(FrameGroupIndex base) const;
    /// Whether one of the links forbids the group of new.
    bool contains(const Links& links, FrameGroupIndex newGroup) const;

private:
    std::uint32_t m_count = 0;
    absl::flat_hash_map<FrameGroupIndex, Links> m_base, m_newSide;
};

class CodeComparison;

class MatchState {
public:
    MatchState(const MatchSide& base, const MatchSide& newSide);

    MatchedSide& base() { return m_base; }
    MatchedSide& newSide() { return m_newSide; }
    std::vector<GroupMatch> matches;
    /// Compares functions by their code; null unless functions without names need it.
    std::shared_ptr<CodeComparison> code;

    /// Marks two groups as matched; call removeMatched() before the next step.
    void match(FrameGroupIndex base, FrameGroupIndex newGroup, MatchEvidence evidence, double confidence);
    void removeMatched();
    /// Whether the code of the two may belong together: they are in the same module, or each is in a module
    /// that the other side lacks.
    bool modulesFit(FrameGroupIndex base, FrameGroupIndex newGroup) const;
    /// Pairs that the user took apart.
    ForbiddenPairs forbidden;
    bool isAllowed(FrameGroupIndex base, FrameGroupIndex newGroup) const {
        return !forbidden.contains(base, newGroup);
    }

    /// Groups of base and of new that are counted with another one as a whole.
    std::array<absl::flat_hash_set<FrameGroupIndex>, 2> joined;

    /// If several groups have one key: the heaviest match the heaviest, and the key is as certain as for one,
    /// or only the weight decides, or none matches.
    enum class Several { HeaviestFirst, ByWeight, LeaveOpen };
    /// Matches groups whose keys are equal. keyOf(side, group) gives a value, or a default-made one for
    /// groups that the step leaves alone.
    template<typename KeyOf>
    void matchEqual(MatchEvidence evidence, double confidence, Several several, KeyOf keyOf) {
        using Key = decltype(keyOf(m_base, FrameGroupIndex()));
        struct Waiting {
            std::vector<FrameGroupIndex> base, newSide;
        };
        absl::flat_hash_map<Key, std::size_t> positions;
        std::vector<Waiting> waiting;
        const auto at = [&](const Key& key) -> Waiting& {
            const auto [found, isNew] = positions.try_emplace(key, waiting.size());
            if (isNew) waiting.emplace_back();
            return waiting[found->second];
        };
        const Key none{};
        for (const auto& row : m_base.m_unmatched)
            if (auto key = keyOf(m_base, row.group); key != none) at(key).base.push_back(row.group);
        if (waiting.empty()) return;
        for (const auto& row : m_newSide.m_unmatched) {
            auto key = keyOf(m_newSide, row.group);
            if (key == none) continue;
            if (const auto found = positions.find(key); found != positions.end())
                waiting[found->second].newSide.push_back(row.group);
        }
        for (const auto& [base, newSide] : waiting) {
            const bool isOne = base.size() <= 1 && newSide.size() <= 1;
            if (several == Several::LeaveOpen && !isOne) continue;
            const bool isByWeight = several == Several::ByWeight && !isOne;
            matchInOrder(base, newSide, evidence, isByWeight ? std::min(confidence, byWeight) : confidence);
        }
        removeMatched();
    }

    /// The confidence of a match for which only the weight decides.
    static constexpr double byWeight = 0.55;

private:
    MatchState(const MatchSide& base, const MatchSide& newSide, const std::shared_ptr<MatchedFiles>& files);
    /// Matches each group with the first one that is left and allowed.
    void matchInOrder(const std::vector<FrameGroupIndex>& base, const std::vector<FrameGroupIndex>& newSide,
                      MatchEvidence evidence, double confidence);

    MatchedSide m_base, m_newSide;
};

} // namespace candela
