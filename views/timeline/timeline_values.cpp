#include "views/timeline/timeline_values.h"

#include "model/profile/value_kinds.h"

#include <algorithm>
#include <set>

namespace candela {

namespace {

std::string_view nameOf(const Profile& profile, ValueTypeIndex value) {
    return profile.text(profile.samples[value.row()].type.name);
}

} // namespace

std::vector<ValueTypeIndex> TimelineValues::offered(const Profile& profile) {
    std::vector<ValueTypeIndex> values;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        if (!profile.samples[row].time.empty()) values.emplace_back(row);
    }
    return values;
}

std::vector<ValueTypeIndex> TimelineValues::shown(const Profile& profile, ValueTypeIndex main) const {
    std::vector<ValueTypeIndex> values{main};
    std::set<ValueKind> kinds{kindOf(profile, main)};
    for (const auto value : offered(profile)) {
        if (value == main) continue;
        const bool isFirstOfKind = kinds.insert(kindOf(profile, value)).second;
        const auto chosen = m_chosen.find(nameOf(profile, value));
        if (chosen == m_chosen.end() ? isFirstOfKind : chosen->second) values.push_back(value);
    }
    std::ranges::sort(values);
    return values;
}

void TimelineValues::set(const Profile& profile, ValueTypeIndex value, bool isShown) {
    m_chosen.insert_or_assign(std::string(nameOf(profile, value)), isShown);
}

} // namespace candela
