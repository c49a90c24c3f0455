#include "model/formats/reports/function_table.h"

#include "model/analysis/call_tree/function_list.h"
#include "model/base/text/model_text.h"
#include "model/base/wrapping.h"
#include "model/formats/output/profile_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <tuple>

namespace candela {

Result<FunctionTable> FunctionTable::create(const Profile& profile, std::string_view formatName,
                                            Output& output, Task& task) {
    const auto value = profile.shownValue();
    if (value.isNone()) return failure(ModelText::tr("it holds no samples to make a table of"));
    const std::shared_ptr<const Profile> shared(&profile, [](auto*) {});
    SampleSelector selector(shared);
    const auto weights = TRY(selector.stackWeights(value, {}, task));
    const auto groups = groupFrames(shared, Grouping::Function);
    FunctionTable table;
    const auto& type = profile.samples[value.row()].type;
    table.valueName = profile.text(type.name);
    table.unit = profile.text(type.unit);
    table.total = weights.total;
    for (const auto& weight : groupWeights(*groups, weights)) {
        const auto& group = (*groups)[weight.group];
        table.rows.push_back({group.name, std::string(groups->moduleName(weight.group)),
                              std::string(profile.text(group.file)), weight.self, weight.total});
    }
    const auto keyOf = [](const Row& row) {
        return std::pair(magnitudeOf(row.self), magnitudeOf(row.total));
    };
    std::ranges::sort(table.rows, [&](const Row& left, const Row& right) {
        const auto leftKey = keyOf(left);
        const auto rightKey = keyOf(right);
        return std::tie(rightKey, left.name, left.module) < std::tie(leftKey, right.name, right.module);
    });
    addValueLoss(profile, fmt::format("a {} table has", formatName), output);
    output.addLoss(fmt::format(
        "a {} table has functions with their weights: stacks, times and threads are left out", formatName));
    return table;
}

} // namespace candela
