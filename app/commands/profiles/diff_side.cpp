#include "app/commands/profiles/diff_side.h"

#include "app/commands/profiles/report_rows.h"
#include "model/analysis/call_tree/whole_stacks.h"
#include "model/analysis/samples/rooted_profile.h"
#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <charconv>
#include <functional>

namespace candela {

namespace {

constexpr std::string_view stackKey = "stack";

/// The profile whose functions are the rows, its call tree, and the stack of each sample in it.
struct RowProfile {
    std::shared_ptr<const CallTreeShape> shape;
    ValueTypeIndex value;
    std::function<StackIndex(std::size_t sample)> stackOf;

    const std::shared_ptr<const Profile>& profile() const { return shape->groups->profile; }
};

RowProfile byFrames(const OpenedRuns& opened, ValueTypeIndex value, Grouping grouping,
                    const std::shared_ptr<const TransformedStacks>& transformed) {
    const auto& stacks = opened.profile->samples[value.row()].stack;
    return {callTreeShape(groupFrames(opened.profile, grouping), transformed), value,
            [&stacks](std::size_t sample) { return stacks[sample]; }};
}

Result<RowProfile> bySamples(const OpenedRuns& opened, ValueTypeIndex value, const SampleKey& key,
                             Grouping grouping) {
    Task task;
    auto rooted = std::make_shared<const Profile>(
        TRY(rootedProfile(*opened.profile, key, BelowRoots::Nothing, task)).profile);
    return RowProfile{
        callTreeShape(groupFrames(rooted, grouping)), value,
        [rooted, value](std::size_t sample) { return rooted->samples[value.row()].stack[sample]; }};
}

Result<RowProfile> byStacks(const OpenedRuns& opened, ValueTypeIndex value, const StackWeights& weights,
                            Grouping grouping, const std::shared_ptr<const TransformedStacks>& transformed) {
    Task task;
    const auto shape = callTreeShape(groupFrames(opened.profile, grouping), transformed);
    const auto whole = std::make_shared<const Profile>(TRY(wholeStacks(*shape, weights, value, task)));
    absl::flat_hash_map<std::string_view, StackIndex> byText;
    for (std::size_t row = 0; row < whole->stacks.size(); ++row) {
        const auto function = whole->frames.function[whole->stacks.frame[row].row()];
        byText[whole->text(whole->functions[function.row()].name)] = StackIndex(row);
    }
    std::vector<StackIndex> stackOf(weights.weight.size());
    for (std::size_t row = 0; row < stackOf.size(); ++row) {
        const auto node = shape->nodeOfStack[row];
        if (weights.weight[row] == 0 || !node) continue;
        const auto found = byText.find(stackText(*shape, node));
        if (found != byText.end()) stackOf[row] = found->second;
    }
    const auto& stacks = opened.profile->samples[value.row()].stack;
    return RowProfile{callTreeShape(groupFrames(whole, Grouping::Function)), ValueTypeIndex(0),
                      [&stacks, stackOf](std::size_t sample) {
                          return stacks[sample] ? stackOf[stacks[sample].row()] : StackIndex();
                      }};
}

/// Seconds of CPU time in each unit, if the profile has CPU time.
Result<std::vector<double>> cpuTimes(const OpenedRuns& opened, const Filter& filter,
                                     const RunSumsMaker& units, std::shared_ptr<const CallTreeShape> shape) {
    const auto cpu = opened.profile->findValue("cpu");
    if (!cpu || opened.profile->text(opened.profile->samples[cpu.row()].type.unit) != "nanoseconds")
        return std::vector<double>();
    RunSumsMaker maker(std::move(shape), *opened.profile, cpu, opened.runs, filter.time);
    maker.useUnitsOf(units);
    Task task;
    SampleSelector selector(opened.profile);
    TRY(selector.forEachSample(cpu, filter, task, [&](std::size_t sample, std::int64_t weight) {
        maker.add(sample, StackIndex(), weight);
    }));
    auto seconds = maker.sums().totals;
    for (double& number : seconds)
        number /= 1e9;
    return seconds;
}

Result<std::vector<double>> workOfUnits(const std::vector<double>& work, const RunSums& sums) {
    if (work.empty()) return work;
    if (sums.kind != UnitKind::Runs) {
        if (work.size() > 1) return failure("has one run, but --work gives several", ErrorCode::Usage);
        return std::vector<double>(sums.units(), work.front() / static_cast<double>(sums.units()));
    }
    if (work.size() == 1) return std::vector<double>(sums.units(), work.front());
    if (work.size() != sums.units())
        return failure(fmt::format("has {} runs, but --work gives {}", sums.units(), work.size()),
                       ErrorCode::Usage, "give one number, or one for each run");
    return work;
}

} // namespace

Result<DiffKey> DiffKey::create(const std::string& name) {
    if (const auto grouping = groupingFromName(name)) return DiffKey{*grouping, {}};
    if (name == "pid")
        return failure("two runs can't be compared by pid: no process has the same one in both",
                       ErrorCode::Usage, "--by process compares processes by their names");
    if (const auto sample = sampleKeyFromName(name))
        return DiffKey{Grouping::Function, withoutNumbers(*sample)};
    if (name == stackKey) return DiffKey{.sample = {}, .isStack = true};
    return failure(fmt::format("unknown key \"{}\"", name), ErrorCode::Usage,
                   fmt::format("keys are {}", reportKeys()));
}

Result<std::vector<double>> workFromText(std::string_view text) {
    std::vector<double> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto colon = std::min(text.find(':', begin), text.size());
        const auto part = text.substr(begin, colon - begin);
        double number = 0;
        const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (problem != std::errc() || end != part.data() + part.size() || !(number > 0) || number > 1e18)
            return failure(
                fmt::format("invalid amount of work \"{}\"", part), ErrorCode::Usage,
                "write --work BASE,NEW, each a number above 0, or one for each run with : between");
        numbers.push_back(number);
        begin = colon + 1;
    }
    return numbers;
}

Result<DiffSide> diffSide(const OpenedRuns& opened, const std::string& valueName, const Filter& filter,
                          const DiffKey& key, const std::vector<double>& work) {
    const auto value = TRY(chosenValue(*opened.profile, valueName));
    Task task;
    SampleSelector selector(opened.profile);
    const auto transformed = TRY(selector.transformedStacks(filter));
    const auto rows = key.sample ? TRY(bySamples(opened, value, *key.sample, key.grouping))
                      : key.isStack
                          ? TRY(byStacks(opened, value, TRY(selector.stackWeights(value, filter, task)),
                                         key.grouping, transformed))
                          : byFrames(opened, value, key.grouping, transformed);
    DiffSide result{rows.profile(), rows.value, {}};
    auto& side = result.side;
    const auto& shape = rows.shape;
    side.groups = shape->groups;
    std::vector<std::int64_t> weightOfStack(rows.profile()->stacks.size());
    RunSumsMaker maker(shape, *opened.profile, value, opened.runs, filter.time);
    TRY(selector.forEachSample(value, filter, task, [&](std::size_t sample, std::int64_t weight) {
        const auto stack = rows.stackOf(sample);
        maker.add(sample, stack, weight);
        auto& weights = side.weights;
        auto& sum = stack ? weightOfStack[stack.row()] : weights.stackless;
        sum = wrappingSum(sum, weight);
        weights.total = wrappingSum(weights.total, weight);
        weights.magnitude =
            wrappingSum(weights.magnitude, weight < 0 ? wrappingDifference(0, weight) : weight);
        ++weights.samples;
    }));
    side.weights.weight = SharedValues(std::move(weightOfStack));
    side.functions = std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, side.weights));
    auto sums = maker.sums();
    side.duration = sums.duration;
    sums.cpuTime = TRY(cpuTimes(opened, filter, maker, shape));
    sums.areCpuTime = value == opened.profile->findValue("cpu");
    sums.work = TRY(workOfUnits(work, sums));
    side.sums = std::make_shared<const RunSums>(std::move(sums));
    return result;
}

} // namespace candela
