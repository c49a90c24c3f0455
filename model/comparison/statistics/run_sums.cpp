#include "model/comparison/statistics/run_sums.h"

#include "model/analysis/samples/timeline.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

/// Blocks are many, so that the variance between them is known well, and have some samples each.
constexpr std::size_t maximumBlocks = 1024, minimumBlocks = 16, samplesOfBlock = 10;

double secondsOf(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) / 1e9;
}

bool hasTimes(const SampleTable& table) {
    return std::ranges::any_of(table.time, [](std::int64_t time) { return time != noTime; });
}

} // namespace

/// The sums of one unit: dense while it is summed up, as only the groups that it met afterwards.
class RunSumsMaker::UnitSums {
public:
    explicit UnitSums(const CallTreeShape& shape)
        : m_shape(shape), m_weightOf(shape.size()), m_isMet(shape.size()), m_sums(shape.groups->size()),
          m_isGroupMet(shape.groups->size()) {}

    void add(const Kept& kept) {
        if (kept.node.isNone()) {
            addTo(m_shape.groups->stackless, kept.weight, kept.weight);
            return;
        }
        const auto row = kept.node.row();
        if (!m_isMet[row]) m_nodes.push_back(kept.node);
        m_isMet[row] = 1;
        m_weightOf[row] += kept.weight;
    }

    /// Calls visit(group, sums) for each group that the unit has, and forgets it.
    template<typename Visit>
    void finish(Visit&& visit) {
        for (const auto leaf : m_nodes) {
            const double weight = m_weightOf[leaf.row()];
            addTo(m_shape.group[leaf.row()], weight, 0);
            for (auto node = leaf; node; node = m_shape.parent[node.row()])
                if (!m_shape.isRecursive[node.row()]) addTo(m_shape.group[node.row()], 0, weight);
            m_weightOf[leaf.row()] = 0;
            m_isMet[leaf.row()] = 0;
        }
        m_nodes.clear();
        for (const auto group : m_groups) {
            visit(group, m_sums[group.row()]);
            m_sums[group.row()] = {};
            m_isGroupMet[group.row()] = 0;
        }
        m_groups.clear();
    }

private:
    void addTo(FrameGroupIndex group, double self, double total) {
        if (group.isNone()) return;
        if (!m_isGroupMet[group.row()]) m_groups.push_back(group);
        m_isGroupMet[group.row()] = 1;
        m_sums[group.row()].self += self;
        m_sums[group.row()].total += total;
    }

    const CallTreeShape& m_shape;
    std::vector<double> m_weightOf; // by node
    std::vector<std::uint8_t> m_isMet;
    std::vector<CallNodeIndex> m_nodes;
    std::vector<RunSums::Entry> m_sums; // by group
    std::vector<std::uint8_t> m_isGroupMet;
    std::vector<FrameGroupIndex> m_groups;
};

RunSumsMaker::RunSumsMaker(std::shared_ptr<const CallTreeShape> shape, const Profile& profile,
                           ValueTypeIndex value, std::shared_ptr<const SampleRuns> runs,
                           const std::optional<TimeRange>& time)
    : m_shape(std::move(shape)), m_profile(profile), m_value(value), m_table(profile.samples[value.row()]),
      m_runs(std::move(runs)) {
    if (!m_runs) m_runs = std::make_shared<const SampleRuns>();
    chooseUnits(time);
}

void RunSumsMaker::chooseUnits(const std::optional<TimeRange>& time) {
    if (m_runs->size() > 1) {
        m_kind = UnitKind::Runs;
        m_units = m_runs->size();
        return;
    }
    if (!hasTimes(m_table)) return;
    m_range = timeRangeOf(m_profile);
    if (time) m_range = {std::max(m_range.begin, time->begin), std::min(m_range.end, time->end)};
    if (m_range.end - m_range.begin < static_cast<std::int64_t>(maximumBlocks)) return;
    m_kind = UnitKind::Blocks;
    m_units = std::clamp(m_table.size() / samplesOfBlock, minimumBlocks, maximumBlocks);
}

void RunSumsMaker::useUnitsOf(const RunSumsMaker& maker) {
    m_kind = maker.m_kind;
    m_units = maker.m_units;
    m_range = maker.m_range;
}

void RunSumsMaker::addPart(std::uint32_t unit, StackIndex stack, double weight) {
    const auto node = stack ? m_shape->nodeOfStack[stack.row()] : CallNodeIndex();
    m_kept.push_back({unit, node, weight});
}

void RunSumsMaker::add(std::size_t sample, StackIndex stack, std::int64_t weight) {
    ++m_samples;
    const auto number = static_cast<double>(weight);
    if (m_kind == UnitKind::Whole) return addPart(0, stack, number);
    if (m_kind == UnitKind::Runs) return addPart(m_runs->ofSample[m_value.row()][sample], stack, number);
    const double length = static_cast<double>(m_range.end - m_range.begin);
    const auto blockOf = [&](std::int64_t time) {
        const double share = static_cast<double>(time - m_range.begin) / length;
        const auto last = static_cast<double>(m_units - 1);
        return static_cast<std::uint32_t>(
            std::clamp(std::floor(share * static_cast<double>(m_units)), 0.0, last));
    };
    const auto from = std::max(m_table.timeAt(sample), m_range.begin);
    const auto to = std::min(m_table.endAt(sample), m_range.end);
    const auto first = blockOf(from), last = m_table.lasts ? std::max(blockOf(to), first) : first;
    // What lasts is in each block that it lasts through.
    for (auto block = first; block <= last; ++block)
        addPart(block, stack, number / static_cast<double>(last - first + 1));
}

double RunSumsMaker::countedAs() const {
    const auto& origin = m_profile.origin;
    const auto unit = m_profile.text(m_table.type.unit);
    const auto name = m_profile.text(m_table.type.name);
    if (unit == "samples" || (unit == "count" && name == "samples")) return 1;
    if (origin.period > 0 && !origin.periodUnit.empty() && origin.periodUnit == unit &&
        (origin.periodType.empty() || origin.periodType == name))
        return static_cast<double>(origin.period);
    return 0;
}

RunSums RunSumsMaker::sums() {
    RunSums result;
    result.kind = m_kind;
    result.totals.resize(m_units);
    result.seconds.resize(m_units);
    const auto groups = m_shape->groups->size();
    result.begin.assign(groups + 1, 0);
    if (m_kind == UnitKind::Runs)
        std::ranges::transform(m_runs->durations, result.seconds.begin(), secondsOf);
    else if (m_kind == UnitKind::Blocks)
        std::ranges::fill(result.seconds,
                          secondsOf(m_range.end - m_range.begin) / static_cast<double>(m_units));
    else
        result.seconds.front() = secondsOf(m_profile.origin.duration);

    std::ranges::stable_sort(m_kept, {}, &Kept::unit);
    struct Emitted {
        FrameGroupIndex group;
        RunSums::Entry entry;
    };
    std::vector<Emitted> emitted;
    UnitSums sums(*m_shape);
    for (std::size_t row = 0; row < m_kept.size();) {
        const auto unit = m_kept[row].unit;
        for (; row < m_kept.size() && m_kept[row].unit == unit; ++row) {
            sums.add(m_kept[row]);
            result.totals[unit] += m_kept[row].weight;
        }
        sums.finish([&](FrameGroupIndex group, RunSums::Entry entry) {
            entry.unit = unit;
            emitted.push_back({group, entry});
            ++result.begin[group.row() + 1];
        });
    }
    for (std::size_t group = 0; group < groups; ++group)
        result.begin[group + 1] += result.begin[group];
    result.entries.resize(emitted.size());
    auto next = result.begin;
    for (const auto& [group, entry] : emitted)
        result.entries[next[group.row()]++] = entry;

    double all = 0;
    for (const double total : result.totals)
        all += total;
    result.sampleWeight =
        hasTimes(m_table) && m_samples > 0 ? all / static_cast<double>(m_samples) : countedAs();
    return result;
}

Result<RunSums> runSums(std::shared_ptr<const CallTreeShape> shape, ValueTypeIndex value,
                        const Filter& filter, std::shared_ptr<const SampleRuns> runs, Task& task) {
    const auto profile = shape->groups->profile;
    const auto& table = profile->samples[value.row()];
    RunSumsMaker maker(std::move(shape), *profile, value, std::move(runs), filter.time);
    SampleSelector selector(profile);
    TRY(selector.forEachSample(value, filter, task, [&](std::size_t row, std::int64_t weight) {
        maker.add(row, table.stack[row], weight);
    }));
    return maker.sums();
}

} // namespace candela
