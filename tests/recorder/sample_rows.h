/// The samples of one value of a recording, with names and labels as text.
#pragma once

#include "model/profile/profile.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct SampleRow {
    std::vector<std::string> functions; ///< innermost first; empty if there is no name
    std::map<std::string, std::string> labels;
    std::int64_t weight = 0;
    std::int32_t tid = 0;

    const std::string& innermost() const {
        static const std::string none;
        return functions.empty() ? none : functions.front();
    }
    bool isIn(std::string_view function) const {
        return std::ranges::find(functions, function) != functions.end();
    }
    std::string label(const std::string& key) const {
        const auto found = labels.find(key);
        return found == labels.end() ? "" : found->second;
    }
};

inline const SampleTable* tableOf(const Profile& profile, std::string_view value) {
    const auto found = std::ranges::find_if(
        profile.samples, [&](const SampleTable& table) { return profile.text(table.type.name) == value; });
    return found == profile.samples.end() ? nullptr : &*found;
}

inline std::vector<SampleRow> rowsOf(const Profile& profile, const SampleTable& table) {
    std::vector<SampleRow> rows;
    for (std::size_t row = 0; row < table.size(); ++row) {
        auto& added = rows.emplace_back();
        added.weight = table.weight[row];
        if (const auto thread = table.threadAt(row)) added.tid = profile.threads[thread.row()].tid;
        for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
            const auto function = profile.frames.function[profile.stacks.frame[stack.row()].row()];
            added.functions.emplace_back(function ? profile.text(profile.functions[function.row()].name)
                                                  : std::string_view());
        }
        const auto set = table.labelsAt(row).row();
        for (auto label = profile.labelSets.begin[set]; label < profile.labelSets.begin[set + 1]; ++label) {
            const auto& shown = profile.labelSets.labels[label];
            added.labels[std::string(profile.text(shown.key))] =
                shown.text ? std::string(profile.text(shown.text)) : std::to_string(shown.number);
        }
    }
    return rows;
}

} // namespace candela
