#include "model/analysis/completeness/completeness.h"

#include "model/analysis/completeness/broken_modules.h"
#include "model/base/wrapping.h"
#include "model/profile/start_name.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>

namespace candela {

namespace {

template<typename Key, typename Value>
std::vector<std::pair<std::string, Value>> largestFirst(const absl::flat_hash_map<Key, Value>& sums) {
    std::vector<std::pair<std::string, Value>> sorted(sums.begin(), sums.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
        return left.second != right.second ? left.second > right.second : left.first < right.first;
    });
    return sorted;
}

} // namespace

Completeness completenessOf(const Profile& profile) {
    Completeness result;
    const auto value = profile.shownValue();
    if (value.isNone()) return result;
    const auto& table = profile.samples[value.row()];
    absl::flat_hash_map<std::string, std::uint64_t> broken;
    absl::flat_hash_map<std::string, std::int64_t> unnamed;
    std::array<std::uint64_t, 256> ends{};
    std::vector<bool> isNamed(profile.frames.size());
    for (std::size_t frame = 0; frame < isNamed.size(); ++frame)
        isNamed[frame] = hasName(profile, frame);
    for (std::size_t row = 0; row < table.size(); ++row) {
        result.total += static_cast<double>(table.weight[row]);
        ++ends[static_cast<std::size_t>(table.stackEndAt(row))];
        if (table.stack[row].isNone()) {
            result.stackless = wrappingSum(result.stackless, table.weight[row]);
            continue;
        }
        const auto frame = profile.stacks.frame[table.stack[row].row()].row();
        if (isNamed[frame]) continue;
        const auto mapping = moduleOf(profile, frame);
        unnamed[mapping ? std::string(profile.text(profile.mappings[mapping.row()].path)) : "(no module)"] +=
            table.weight[row];
    }
    for (std::size_t end = 0; end < ends.size(); ++end) {
        const auto reason = static_cast<StackEnd>(end);
        if (ends[end] == 0 || reason == StackEnd::None) continue;
        result.userStacks += ends[end];
        if (reason == StackEnd::Unknown) result.unstated = ends[end];
        if (reason == StackEnd::Complete)
            result.complete += ends[end];
        else
            broken[std::string(stackEndName(reason))] += ends[end];
    }
    result.broken = largestFirst(broken);
    result.brokenModules = brokenModulesOf(profile, table);
    result.unnamed = largestFirst(unnamed);
    return result;
}

} // namespace candela
