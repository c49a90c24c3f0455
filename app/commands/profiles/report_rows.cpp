#include "app/commands/profiles/report_rows.h"

#include "app/commands/output/output_text.h"
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

void addRowsOfGroups(const std::vector<GroupWeight>& weights, Report& report) {
    const auto& groups = *report.groups;
    report.rows.reserve(weights.size());
    for (const auto& weight : weights) {
        const auto& group = groups[weight.group];
        const auto plain = plainName(groups, weight.group);
        report.rows.push_back({.name = group.name,
                               .plainName = plain == group.name ? std::string_view() : plain,
                               .module = groups.moduleName(weight.group),
                               .file = groups.profile->text(group.file),
                               .line = group.line,
                               .self = weight.self,
                               .total = weight.total});
    }
}

/// Compares small keys instead of the rows. Equal rows remain in their order.
void sortRows(std::vector<ReportRow>& rows, ReportOrder order, std::size_t ordered) {
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
    const auto isBefore = [&rows](const Key& left, const Key& right) {
        if (left.weights != right.weights) return left.weights > right.weights;
        const auto& leftRow = rows[left.row];
        const auto& rightRow = rows[right.row];
        return std::tie(leftRow.name, leftRow.module, left.row) <
               std::tie(rightRow.name, rightRow.module, right.row);
    };
    if (ordered < keys.size())
        std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(ordered), keys.end(),
                          isBefore);
    else
        std::ranges::sort(keys, isBefore);
    std::vector<ReportRow> sorted;
    sorted.reserve(rows.size());
    for (const auto& key : keys)
        sorted.push_back(rows[key.row]);
    rows = std::move(sorted);
}

void addRowsOfStacks(const CallTreeShape& shape, const StackWeights& weights, Report& report) {
    std::map<std::string, std::int64_t> lines;
    const auto self = callNodeSelf(shape, weights);
    for (std::size_t node = 0; node < self.size(); ++node) {
        if (self[node] == 0) continue;
        lines[stackText(shape, CallNodeIndex(node))] += self[node];
    }
    if (weights.stackless != 0) lines[std::string(noStack)] += weights.stackless;
    for (const auto& [name, weight] : lines)
        report.rows.push_back({.name = report.keep(name), .self = weight, .total = weight});
}

Result<void> addRowsOfSamples(SampleSelector& selector, const Profile& profile, ValueTypeIndex value,
                              const Filter& filter, const std::string& name, Report& report) {
    const auto key = sampleKeyFromName(name);
    if (!key)
        return failure(fmt::format("unknown key \"{}\"", name), ErrorCode::Usage,
                       fmt::format("keys are {}", reportKeys()));
    Task task;
    for (const auto& group : TRY(sampleGroups(selector, profile, value, filter, *key, task)))
        report.rows.push_back({.name = report.keep(group.name),
                               .self = group.weight,
                               .total = group.weight,
                               .processes = joinsProcesses(*key) ? group.processes : 0});
    return {};
}

/// Adds the kernel's counts to the rows, beside the sampled weights.
void addCounted(std::map<std::string, std::int64_t> counted, Report& report) {
    report.isCounted = true;
    for (auto& row : report.rows) {
        const auto found = counted.find(std::string(row.name));
        if (found == counted.end()) continue;
        row.counted = found->second;
        counted.erase(found);
    }
    for (const auto& [name, time] : counted)
        report.rows.push_back({.name = report.keep(name), .counted = time});
}

} // namespace

std::string reportKeys() {
    return fmt::format("function, module, file, line, address, stack, {}", sampleKeyNames);
}

Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order, std::size_t limit) {
    SampleSelector selector(profile);
    Task task;
    const auto weights = TRY(selector.stackWeights(value, filter, task));
    Report report{
        .total = weights.total, .magnitude = weights.magnitude, .samples = weights.samples, .rows = {}};
    if (const auto grouping = groupingFromName(key)) {
        report.groups = groupFrames(profile, *grouping);
        if (const auto transformed = TRY(selector.transformedStacks(filter))) {
            const auto shape = callTreeShape(report.groups, transformed);
            report.groups = shape->groups;
            addRowsOfGroups(groupWeights(*shape, weights), report);
        } else {
            addRowsOfGroups(groupWeights(*report.groups, weights), report);
        }
    } else if (key == "stack") {
        const auto shape =
            callTreeShape(groupFrames(profile, Grouping::Function), TRY(selector.transformedStacks(filter)));
        addRowsOfStacks(*shape, weights, report);
    } else {
        TRY(addRowsOfSamples(selector, *profile, value, filter, key, report));
    }
    if (const auto sampleKey = sampleKeyFromName(key)) {
        if (auto counted = TRY(countedTimes(profile, value, filter, *sampleKey)))
            addCounted(std::move(*counted), report);
    }
    sortRows(report.rows, order, limitedRows(report.rows.size(), limit));
    return report;
}

} // namespace candela
