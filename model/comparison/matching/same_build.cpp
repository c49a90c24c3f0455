#include "model/comparison/matching/same_build.h"

#include "model/profile/start_name.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdint>

namespace candela {

namespace {

using CodeAddress = std::pair<std::string_view, std::uint64_t>; // build id, offset in the file

/// Calls visit(address, group) for each frame of machine code whose function has no partner.
template<typename Visit>
void forEachAddress(const MatchedSide& side, Visit&& visit) {
    const auto& profile = side.profile();
    for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
        const auto group = side.groups().groupOfFrame[frame];
        const auto mapping = moduleOf(profile, frame);
        if (!mapping || profile.frames.address[frame] == 0 || profile.frames.inlineDepth[frame] != 0)
            continue;
        if (side.partner(group) || !side.isFunction(group) || !side.rowOf(group)) continue;
        const auto& row = profile.mappings[mapping.row()];
        const auto build = row.buildId ? profile.text(row.buildId) : std::string_view();
        if (build.empty()) continue;
        visit(CodeAddress(build, profile.frames.address[frame] - row.start + row.fileOffset), group);
    }
}

} // namespace

void matchAddresses(MatchState& state) {
    absl::flat_hash_map<CodeAddress, FrameGroupIndex> baseAt;
    forEachAddress(state.base(), [&](const CodeAddress& address, FrameGroupIndex group) {
        const auto [found, isNew] = baseAt.try_emplace(address, group);
        if (!isNew && found->second != group) found->second = {};
    });
    if (baseAt.empty()) return;
    // The only partner that the addresses allow; none if there are several.
    absl::flat_hash_map<FrameGroupIndex, FrameGroupIndex> newOf, baseOf;
    const auto note = [](auto& map, FrameGroupIndex group, FrameGroupIndex other) {
        const auto [found, isNew] = map.try_emplace(group, other);
        if (!isNew && found->second != other) found->second = {};
    };
    forEachAddress(state.newSide(), [&](const CodeAddress& address, FrameGroupIndex group) {
        const auto found = baseAt.find(address);
        if (found == baseAt.end() || !found->second) return;
        note(newOf, found->second, group);
        note(baseOf, group, found->second);
    });
    for (const auto& row : state.base().unmatched()) {
        const auto found = newOf.find(row.group);
        if (found == newOf.end() || !found->second) continue;
        if (baseOf[found->second] != row.group || !state.isAllowed(row.group, found->second)) continue;
        state.match(row.group, found->second, MatchEvidence::SameBuild,
                    confidenceOf(MatchEvidence::SameBuild));
    }
    state.removeMatched();
}

bool haveSameCode(const Profile& one, const Profile& other) {
    if (&one == &other) return true;
    const auto& frames = one.frames;
    const auto& others = other.frames;
    const bool haveSameSizes =
        frames.size() == others.size() && one.functions.size() == other.functions.size() &&
        one.mappings.size() == other.mappings.size() && one.strings.size() == other.strings.size();
    if (!haveSameSizes || frames.function != others.function || frames.mapping != others.mapping ||
        frames.address != others.address || frames.line != others.line)
        return false;
    for (std::size_t row = 0; row < one.functions.size(); ++row) {
        const auto& function = one.functions[row];
        const auto& same = other.functions[row];
        if (function.startLine != same.startLine || one.text(function.name) != other.text(same.name) ||
            one.text(function.rawName) != other.text(same.rawName) ||
            one.text(function.file) != other.text(same.file))
            return false;
    }
    for (std::size_t row = 0; row < one.mappings.size(); ++row) {
        if (one.text(one.mappings[row].path) != other.text(other.mappings[row].path) ||
            one.text(one.mappings[row].buildId) != other.text(other.mappings[row].buildId))
            return false;
    }
    return true;
}

void matchRows(MatchState& state) {
    const auto& base = state.base();
    const auto& newSide = state.newSide();
    for (const auto& row : base.unmatched()) {
        const auto group = row.group;
        if (base.groups().isRoot(group) || group.row() >= newSide.groups().size()) continue;
        if (newSide.groups().isRoot(group) || !newSide.rowOf(group) || newSide.partner(group)) continue;
        // Transforms may add groups of their own.
        const bool isSame =
            base.name(group) == newSide.name(group) && base.moduleName(group) == newSide.moduleName(group);
        if (!isSame || !state.isAllowed(group, group)) continue;
        // Without a build id, files of two builds may have equal tables by chance.
        const auto evidence = base.buildId(group).empty() ? MatchEvidence::Name : MatchEvidence::SameBuild;
        state.match(group, group, evidence, confidenceOf(evidence));
    }
    state.removeMatched();
}

} // namespace candela
