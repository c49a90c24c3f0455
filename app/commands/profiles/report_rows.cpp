#include "app/commands/profiles/report_rows.h"

#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/call_tree/whole_stacks.h"
#include "model/analysis/completeness/cpu_account.h"
#include "model/analysis/grouping/function_identities.h"
#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/base/wrapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace candela {

namespace {

std::vector<ReportRow> rowsOfGroups(const FrameGroups& groups, const std::vector<GroupWeight>& weights) {
    std::vector<ReportRow> rows;
    rows.reserve(weights.size());
    for (const auto& weight : weights) {
        const auto& group = groups[weight.group];
        const auto plain = plainName(groups, weight.group);
        rows.push_back({group.name, std::string(plain == group.name ? std::string_view() : plain),
                        std::string(groups.moduleName(weight.group)),
                        std::string(groups.profile->text(group.file)), group.line, weight.self, weight.total,
                        0});
    }
    return rows;
}

/// Sorts small keys instead of the rows, which have several texts each.
void sortRows(std::vector<ReportRow>& rows, ReportOrder order) {
    struct Key {
        std::tuple<std::int64_t, std::int64_t, std::int64_t> weights;
        std::size_t row;
    };
    std::vector<Key> keys;
    keys.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto self = magnitudeOf(rows[row].self), total = magnitudeOf(rows[row].total);
        const bool isBySelf = order == ReportOrder::BySelf;
        keys.push_back({{isBySelf ? self : total, isBySelf ? total : self, rows[row].counted}, row});
    }
    std::ranges::sort(keys, [&rows](const Key& left, const Key& right) {
        if (left.weights != right.weights) return left.weights > right.weights;
        const auto& leftRow = rows[left.row];
        const auto& rightRow = rows[right.row];
        return std::tie(leftRow.name, leftRow.module) < std::tie(rightRow.name, rightRow.module);
    });
    std::vector<ReportRow> sorted;
    sorted.reserve(rows.size());
    for (const auto& key : keys)
        sorted.push_back(std::move(rows[key.row]));
    rows = std::move(sorted);
}

std::vector<ReportRow> rowsOfStacks(const CallTreeShape& shape, const StackWeights& weights) {
    std::map<std::string, std::int64_t> lines;
    const auto self = callNodeSelf(shape, weights);
    for (std::size_t node = 0; node < self.size(); ++node) {
        if (self[node] == 0) continue;
        lines[stackText(shape, CallNodeIndex(node))] += self[node];
    }
    if (weights.stackless != 0) lines[std::string(noStack)] += weights.stackless;
    std::vector<ReportRow> rows;
    for (const auto& [name, weight] : lines)
        rows.push_back({.name = name, .self = weight, .total = weight});
    return rows;
}

Result<std::vector<ReportRow>> rowsOfSamples(SampleSelector& selector, const Profile& profile,
                                             ValueTypeIndex value, const Filter& filter,
                                             const std::string& name) {
    const auto key = sampleKeyFromName(name);
    if (!key)
        return failure(fmt::format("unknown key \"{}\"", name), ErrorCode::Usage,
                       fmt::format("keys are {}", reportKeys()));
    Task task;
    std::vector<ReportRow> rows;
    for (const auto& group : TRY(sampleGroups(selector, profile, value, filter, *key, task)))
        rows.push_back({.name = group.name,
                        .self = group.weight,
                        .total = group.weight,
                        .processes = joinsProcesses(*key) ? group.processes : 0});
    return rows;
}

/// Adds the kernel's counts to the rows, beside the sampled weights.
void addCounted(std::map<std::string, std::int64_t> counted, Report& report) {
    report.isCounted = true;
    for (auto& row : report.rows) {
        const auto found = counted.find(row.name);
        if (found == counted.end()) continue;
        row.counted = found->second;
        counted.erase(found);
    }
    for (const auto& [name, time] : counted)
        report.rows.push_back({.name = name, .counted = time});
}

} // namespace

std::string reportKeys() {
    return fmt::format("function, module, file, line, address, stack, {}", sampleKeyNames);
}

Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order) {
    SampleSelector selector(profile);
    Task task;
    const auto weights = TRY(selector.stackWeights(value, filter, task));
    Report report{
        .total = weights.total, .magnitude = weights.magnitude, .samples = weights.samples, .rows = {}};
    if (const auto grouping = groupingFromName(key)) {
        const auto groups = groupFrames(profile, *grouping);
        if (const auto transformed = TRY(selector.transformedStacks(filter))) {
            const auto shape = callTreeShape(groups, transformed);
            report.rows = rowsOfGroups(*shape->groups, groupWeights(*shape, weights));
        } else {
            report.rows = rowsOfGroups(*groups, groupWeights(*groups, weights));
        }
    } else if (key == "stack") {
        const auto shape =
            callTreeShape(groupFrames(profile, Grouping::Function), TRY(selector.transformedStacks(filter)));
        report.rows = rowsOfStacks(*shape, weights);
    } else {
        report.rows = TRY(rowsOfSamples(selector, *profile, value, filter, key));
    }
    if (const auto sampleKey = sampleKeyFromName(key)) {
        if (auto counted = TRY(countedTimes(profile, value, filter, *sampleKey)))
            addCounted(std::move(*counted), report);
    }
    sortRows(report.rows, order);
    return report;
}

} // namespace candela
