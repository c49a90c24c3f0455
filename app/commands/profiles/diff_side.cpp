#include "app/commands/profiles/diff_side.h"

#include "app/commands/profiles/report_rows.h"
#include "model/analysis/call_tree/whole_stacks.h"
#include "model/analysis/samples/rooted_profile.h"
#include "model/comparison/statistics/kept_weights.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <charconv>

namespace candela {

namespace {

constexpr std::string_view stackKey = "stack";

/// The profile whose functions are the rows, its call tree, and the stack of each sample in it.
struct RowProfile {
    std::shared_ptr<const CallTreeShape> shape;
    ValueTypeIndex value;
    std::shared_ptr<const std::vector<StackIndex>> stacks; ///< by sample

    const std::shared_ptr<const Profile>& profile() const { return shape->groups->profile; }
};

std::shared_ptr<const std::vector<StackIndex>> stacksOf(const std::shared_ptr<const Profile>& profile,
                                                        ValueTypeIndex value) {
    return {profile, &profile->samples[value.row()].stack};
}

RowProfile byFrames(const OpenedRuns& opened, ValueTypeIndex value, Grouping grouping,
                    const std::shared_ptr<const TransformedStacks>& transformed) {
    return {callTreeShape(groupFrames(opened.profile, grouping), transformed), value,
            stacksOf(opened.profile, value)};
}

Result<RowProfile> bySamples(const OpenedRuns& opened, ValueTypeIndex value, const SampleKey& key,
                             Grouping grouping) {
    Task task;
    auto rooted = std::make_shared<const Profile>(
        TRY(rootedProfile(*opened.profile, key, BelowRoots::Nothing, task)).profile);
    return RowProfile{callTreeShape(groupFrames(rooted, grouping)), value, stacksOf(rooted, value)};
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
    auto stacks = std::make_shared<std::vector<StackIndex>>(*stacksOf(opened.profile, value));
    for (auto& stack : *stacks)
        if (stack) stack = stackOf[stack.row()];
    return RowProfile{callTreeShape(groupFrames(whole, Grouping::Function)), ValueTypeIndex(0),
                      std::move(stacks)};
}

/// Seconds of CPU time in each unit, if the profile has CPU time.
Result<std::vector<double>> cpuTimes(const OpenedRuns& opened, const Filter& filter,
                                     const RunSumsMaker& units, const CallTreeShape& shape) {
    const auto cpu = opened.profile->findValue("cpu");
    if (!cpu || opened.profile->text(opened.profile->samples[cpu.row()].type.unit) != "nanoseconds")
        return std::vector<double>();
    RunSumsMaker maker(units, cpu);
    Task task;
    SampleSelector selector(opened.profile);
    TRY(maker.addAll(TRY(selector.select(cpu, filter)), task));
    const std::vector<StackIndex> none(opened.profile->samples[cpu.row()].size());
    auto seconds = maker.sums(std::make_shared<const SampleOrder>(shape, none)).totals;
    for (double& number : seconds)
        number /= 1e9;
    return seconds;
}

Result<std::vector<double>> workOfUnits(const std::vector<double>& work, UnitKind kind, std::size_t units) {
    if (work.empty()) return work;
    if (kind != UnitKind::Runs) {
        if (work.size() > 1) return failure("has one run, but --work gives several", ErrorCode::Usage);
        return std::vector<double>(units, work.front() / static_cast<double>(units));
    }
    if (work.size() == 1) return std::vector<double>(units, work.front());
    if (work.size() != units)
        return failure(fmt::format("has {} runs, but --work gives {}", units, work.size()), ErrorCode::Usage,
                       "give one number, or one for each run");
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

Result<DiffSide> DiffSide::create(const OpenedRuns& opened, const std::string& valueName,
                                  const Filter& filter, const DiffKey& key, const std::vector<double>& work) {
    const auto value = TRY(chosenValue(*opened.profile, valueName));
    Task task;
    SampleSelector selector(opened.profile);
    const auto transformed = TRY(selector.transformedStacks(filter));
    const auto rows = key.sample ? TRY(bySamples(opened, value, *key.sample, key.grouping))
                      : key.isStack
                          ? TRY(byStacks(opened, value, TRY(selector.stackWeights(value, filter, task)),
                                         key.grouping, transformed))
                          : byFrames(opened, value, key.grouping, transformed);
    DiffSide side;
    side.m_profile = rows.profile();
    side.m_value = rows.value;
    side.m_shape = rows.shape;
    side.m_kind = key.sample || key.isStack ? MatchedRows::Names : MatchedRows::Code;
    side.m_stacks = rows.stacks;
    side.m_maker = std::make_shared<RunSumsMaker>(*opened.profile, value, opened.runs, filter.time);
    auto& maker = *side.m_maker;
    KeptWeights kept(*side.m_shape);
    TRY(selector.forEachSample(value, filter, task, [&](std::size_t sample, std::int64_t weight) {
        maker.add(sample, weight);
        kept.add((*rows.stacks)[sample], weight);
    }));
    auto& weights = side.m_kept.weights;
    weights = kept.take();
    const auto functionsOf = [&](const StackWeights& own) {
        return std::make_shared<const std::vector<GroupWeight>>(groupWeights(*side.m_shape, own));
    };
    side.m_kept.functions = functionsOf(weights);
    if (filter.time && side.m_kind == MatchedRows::Code) {
        auto timeless = filter;
        timeless.time.reset();
        side.m_whole = {TRY(selector.stackWeights(value, timeless, task)), {}};
        side.m_whole->functions = functionsOf(side.m_whole->weights);
    }
    // Totals of processes, labels and whole stacks lack nothing where stacks are broken.
    if (side.m_kind == MatchedRows::Code)
        side.m_broken = TRY(brokenStacksOf(selector, side.m_shape, value, filter, task));
    side.m_cpuTime = TRY(cpuTimes(opened, filter, maker, *side.m_shape));
    side.m_areCpuTime = value == opened.profile->findValue("cpu");
    side.m_work = TRY(workOfUnits(work, maker.kind(), maker.units()));
    return side;
}

MatchSide DiffSide::rowsOf(const Weighed& weighed) const {
    return {m_shape->groups, m_shape, &weighed.weights, *weighed.functions, weighed.weights.total, m_kind};
}

MatchSide DiffSide::rows() const {
    return rowsOf(m_kept);
}

MatchSide DiffSide::wholeRows() const {
    return rowsOf(m_whole ? *m_whole : m_kept);
}

ComparisonSide DiffSide::side(const CountedSide& counted) {
    const auto& weights = m_kept.weights;
    ComparisonSide side{m_shape->groups, weights};
    const auto& shape = counted.shape ? counted.shape : m_shape;
    side.functions = shape == m_shape
                         ? m_kept.functions
                         : std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, weights));
    auto sums = m_maker->sums(std::make_shared<const SampleOrder>(*shape, *m_stacks));
    side.duration = sums.duration;
    sums.cpuTime = std::move(m_cpuTime);
    sums.areCpuTime = m_areCpuTime;
    sums.work = std::move(m_work);
    side.sums = std::make_shared<const RunSums>(std::move(sums));
    if (m_broken)
        side.broken = std::make_shared<const BrokenStacks>(shape, m_broken->weight, m_broken->total);
    return side;
}

} // namespace candela
