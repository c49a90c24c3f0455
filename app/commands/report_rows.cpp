#include "app/commands/report_rows.h"

#include "model/analysis/function_list.h"
#include "model/analysis/grouping.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace candela {

namespace {

std::vector<ReportRow> rowsOfGroups(const std::shared_ptr<const Profile>& profile, Grouping grouping,
                                    const StackWeights& weights) {
    const auto groups = groupFrames(profile, grouping);
    std::vector<ReportRow> rows;
    for (const auto& weight : groupWeights(*groups, weights)) {
        const auto& group = (*groups)[weight.group];
        rows.push_back({group.name, std::string(groups->moduleName(weight.group)),
                        std::string(profile->text(group.file)), group.line, weight.self, weight.total});
    }
    return rows;
}

std::vector<ReportRow> rowsOfStacks(const std::shared_ptr<const Profile>& profile,
                                    const StackWeights& weights) {
    const auto groups = groupFrames(profile, Grouping::Function);
    std::map<std::string, std::int64_t> lines;
    for (std::size_t row = 0; row < weights.weight.size(); ++row) {
        if (weights.weight[row] == 0) continue;
        std::vector<std::string_view> names;
        for (StackIndex stack(row); stack; stack = profile->stacks.parent[stack.row()])
            names.push_back((*groups)[groups->groupOfFrame[profile->stacks.frame[stack.row()].row()]].name);
        std::reverse(names.begin(), names.end());
        lines[fmt::format("{}", fmt::join(names, ";"))] += weights.weight[row];
    }
    std::vector<ReportRow> rows;
    for (const auto& [name, weight] : lines)
        rows.push_back({.name = name, .self = weight, .total = weight});
    return rows;
}

std::string labelText(const Profile& profile, const Label& label) {
    if (label.text) return std::string(profile.text(label.text));
    const auto unit = profile.text(label.unit);
    return unit.empty() ? fmt::format("{}", label.number) : fmt::format("{} {}", label.number, unit);
}

/// What a sample counts for under a key that is not part of its stack.
class SampleKey {
public:
    static Result<SampleKey> create(const Profile& profile, const std::string& key) {
        SampleKey result(profile);
        if (key == "process")
            result.m_kind = Kind::Process;
        else if (key == "thread")
            result.m_kind = Kind::Thread;
        else if (key.starts_with("label:") && key.size() > 6) {
            result.m_kind = Kind::Label;
            result.m_label = key.substr(6);
        } else {
            return failure(
                fmt::format("\"{}\" is no key to report by", key), ErrorCode::Usage,
                "keys are function, module, file, line, address, stack, process, thread, label:NAME");
        }
        return result;
    }

    std::string of(const SampleTable& table, std::size_t row) const {
        const auto thread = table.threadAt(row);
        if (m_kind == Kind::Label) return labelOf(table.labelsAt(row), thread);
        if (thread.isNone()) return "(unknown)";
        const auto& threadRow = m_profile->threads[thread.row()];
        const auto& process = m_profile->processes[threadRow.process.row()];
        if (m_kind == Kind::Process)
            return fmt::format("{} ({})", m_profile->text(process.name), process.pid);
        return fmt::format("{} ({}/{})", m_profile->text(threadRow.name), process.pid, threadRow.tid);
    }

private:
    enum class Kind { Process, Thread, Label };
    explicit SampleKey(const Profile& profile) : m_profile(&profile) {}

    /// The sample's own label first, then its thread's, then its process's; several of one key are joined.
    std::string labelOf(LabelSetIndex sample, ThreadIndex thread) const {
        std::string text = labelIn(sample);
        if (text.empty() && thread) {
            const auto& threadRow = m_profile->threads[thread.row()];
            text = labelIn(threadRow.labels);
            if (text.empty()) text = labelIn(m_profile->processes[threadRow.process.row()].labels);
        }
        return text.empty() ? "(none)" : text;
    }
    std::string labelIn(LabelSetIndex set) const {
        std::string text;
        for (const auto& label : m_profile->labelsOf(set)) {
            if (m_profile->text(label.key) == m_label)
                text.append(text.empty() ? "" : ", ").append(labelText(*m_profile, label));
        }
        return text;
    }

    const Profile* m_profile;
    Kind m_kind = Kind::Process;
    std::string m_label;
};

Result<std::vector<ReportRow>> rowsOfSamples(SampleSelector& selector, const Profile& profile,
                                             ValueTypeIndex value, const Filter& filter,
                                             const std::string& key) {
    const auto sampleKey = TRY(SampleKey::create(profile, key));
    const auto& table = profile.samples[value.row()];
    // The text is made once per distinct thread and label set, not per sample.
    std::map<std::pair<ThreadIndex, LabelSetIndex>, std::int64_t> sums;
    Task task;
    TRY(selector.forEachSample(value, filter, task, [&](std::size_t row) {
        sums[{table.threadAt(row), table.labelsAt(row)}] += table.weight[row];
    }));
    SampleTable one;
    std::map<std::string, std::int64_t> byText;
    for (const auto& [place, weight] : sums) {
        one.thread = {place.first};
        one.labels = {place.second};
        byText[sampleKey.of(one, 0)] += weight;
    }
    std::vector<ReportRow> rows;
    for (const auto& [name, weight] : byText)
        rows.push_back({.name = name, .self = weight, .total = weight});
    return rows;
}

} // namespace

Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order) {
    SampleSelector selector(profile);
    Task task;
    const auto weights = TRY(selector.stackWeights(value, filter, task));
    Report report{weights.total, weights.samples, {}};
    if (const auto grouping = groupingFromName(key))
        report.rows = rowsOfGroups(profile, *grouping, weights);
    else if (key == "stack")
        report.rows = rowsOfStacks(profile, weights);
    else
        report.rows = TRY(rowsOfSamples(selector, *profile, value, filter, key));
    std::sort(report.rows.begin(), report.rows.end(), [order](const ReportRow& left, const ReportRow& right) {
        const auto leftKey = order == ReportOrder::BySelf ? std::pair(left.self, left.total)
                                                          : std::pair(left.total, left.self);
        const auto rightKey = order == ReportOrder::BySelf ? std::pair(right.self, right.total)
                                                           : std::pair(right.total, right.self);
        if (leftKey != rightKey) return leftKey > rightKey;
        return std::tie(left.name, left.module) < std::tie(right.name, right.module);
    });
    return report;
}

} // namespace candela
