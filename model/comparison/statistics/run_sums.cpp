#include "model/comparison/statistics/run_sums.h"

#include "model/analysis/call_tree/depth_first.h"
#include "model/analysis/samples/timeline.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace candela {

namespace {

/// The number of blocks is large enough to know the variance between them, and so small that each has some
/// samples.
constexpr std::size_t maximumBlocks = 1024, minimumBlocks = 16, samplesOfBlock = 10;
/// The number of samples that are worth a thread of their own.
constexpr std::size_t minimumPartOfSums = 100'000;

double secondsOf(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) / 1e9;
}

bool hasTimes(const SampleTable& table) {
    return std::ranges::any_of(table.time, [](std::int64_t time) { return time != noTime; });
}

} // namespace

TimeRange recordedRange(const Profile& profile, const std::optional<TimeRange>& kept) {
    const auto samples = timeRangeOf(profile);
    TimeRange range{std::min<std::int64_t>(0, samples.begin), std::max(profile.origin.duration, samples.end)};
    if (kept) range = {std::max(range.begin, kept->begin), std::min(range.end, kept->end)};
    range.end = std::max(range.begin, range.end);
    return range;
}

/// The nodes of a shape in depth-first order, with what walks to the root need.
class DepthFirstNodes {
public:
    struct Node {
        std::uint32_t parent = 0; ///< one more than its position; 0: none
        FrameGroupIndex group;    ///< whose total the node adds to; none if an ancestor has the same group
        FrameGroupIndex ownGroup;
    };

    explicit DepthFirstNodes(const CallTreeShape& shape)
        : m_nodes(shape.size()), m_positionOf(depthFirstPositions(shape)) {
        for (std::size_t row = 0; row < shape.size(); ++row) {
            const auto parent = shape.parent[row];
            m_nodes[m_positionOf[row]] = {.parent = parent ? m_positionOf[parent.row()] + 1 : 0,
                                          .group =
                                              shape.isRecursive[row] ? FrameGroupIndex() : shape.group[row],
                                          .ownGroup = shape.group[row]};
        }
    }

    std::size_t size() const { return m_nodes.size(); }
    std::uint32_t positionOf(CallNodeIndex node) const { return m_positionOf[node.row()]; }
    FrameGroupIndex ownGroup(std::uint32_t position) const { return m_nodes[position].ownGroup; }
    /// Calls visit(group) for the node and those above it that add to the total of their group.
    template<typename Visit>
    void forEachAbove(std::uint32_t position, Visit&& visit) const {
        for (auto row = position + 1; row != 0;) {
            const auto& node = m_nodes[row - 1];
            if (node.group) visit(node.group);
            row = node.parent;
        }
    }

private:
    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_positionOf; ///< by row of the shape
};

/// The sums of one unit after the other: dense while they are computed; afterwards only the groups in it.
class RunSumsMaker::UnitSums {
public:
    /// Both outlive the sums.
    UnitSums(const CallTreeShape& shape, const DepthFirstNodes& nodes)
        : m_shape(shape), m_nodes(nodes), m_weightOf(shape.size()), m_sums(shape.groups->size()),
          m_isGroupMet(shape.groups->size()), m_lasting(shape.groups->size()) {}

    /// Adds a sample to this unit alone.
    void add(const Kept& kept) {
        m_total += kept.weight;
        const auto node = nodeOf(kept);
        if (node.isNone()) {
            addTo(m_shape.groups->stackless, kept.weight, kept.weight);
            return;
        }
        const auto position = m_nodes.positionOf(node);
        auto& sum = m_weightOf[position];
        if (!sum.isMet) m_leaves.push_back(position);
        sum.isMet = true;
        sum.weight += kept.weight;
    }

    /// Adds a sample to this unit and the following ones, until end().
    void begin(const Kept& kept) { addLasting(kept, 1); }
    void end(const Kept& kept) { addLasting(kept, -1); }

    /// Calls visit(group, sums) for each group in the unit, clears it, and returns its total.
    template<typename Visit>
    double finish(Visit&& visit) {
        for (const auto leaf : m_leaves) {
            const double weight = std::exchange(m_weightOf[leaf], {}).weight;
            addTo(m_nodes.ownGroup(leaf), weight, 0);
            m_nodes.forEachAbove(leaf, [&](FrameGroupIndex group) { addTo(group, 0, weight); });
        }
        m_leaves.clear();
        std::erase_if(m_lastingGroups, [&](FrameGroupIndex group) {
            auto& lasting = m_lasting[group.row()];
            if (lasting.parts > 0) addTo(group, lasting.sums.self, lasting.sums.total);
            lasting.isListed = lasting.parts > 0;
            return !lasting.isListed;
        });
        for (const auto group : m_groups) {
            visit(group, m_sums[group.row()]);
            m_sums[group.row()] = {};
            m_isGroupMet[group.row()] = 0;
        }
        m_groups.clear();
        return std::exchange(m_total, 0) + m_lastingTotal.sums.total;
    }

private:
    struct Lasting {
        RunSums::Entry sums;
        std::size_t parts = 0; ///< number of samples that have begun and not ended
        bool isListed = false;

        /// When all samples have ended, the remainder of the sums is rounding.
        void add(double self, double total, int direction) {
            sums.self += self * direction;
            sums.total += total * direction;
            direction > 0 ? ++parts : --parts;
            if (parts == 0) sums = {};
        }
    };

    CallNodeIndex nodeOf(const Kept& kept) const {
        return kept.stack ? m_shape.nodeOfStack[kept.stack.row()] : CallNodeIndex();
    }

    void addTo(FrameGroupIndex group, double self, double total) {
        if (group.isNone()) return;
        if (!m_isGroupMet[group.row()]) m_groups.push_back(group);
        m_isGroupMet[group.row()] = 1;
        m_sums[group.row()].self += self;
        m_sums[group.row()].total += total;
    }

    void addLasting(const Kept& kept, int direction) {
        const double part = kept.part();
        m_lastingTotal.add(0, part, direction);
        const auto addToGroup = [&](FrameGroupIndex group, double self, double total) {
            if (group.isNone()) return;
            auto& lasting = m_lasting[group.row()];
            lasting.add(self, total, direction);
            if (lasting.isListed) return;
            m_lastingGroups.push_back(group);
            lasting.isListed = true;
        };
        const auto leaf = nodeOf(kept);
        if (leaf.isNone()) return addToGroup(m_shape.groups->stackless, part, part);
        const auto position = m_nodes.positionOf(leaf);
        addToGroup(m_nodes.ownGroup(position), part, 0);
        m_nodes.forEachAbove(position, [&](FrameGroupIndex group) { addToGroup(group, 0, part); });
    }
    struct NodeSum {
        double weight = 0;
        bool isMet = false;
    };

    const CallTreeShape& m_shape;
    double m_total = 0;
    const DepthFirstNodes& m_nodes;
    std::vector<NodeSum> m_weightOf;     // by position of the node
    std::vector<std::uint32_t> m_leaves; ///< positions of the nodes that have samples of their own
    std::vector<RunSums::Entry> m_sums;  // by group
    std::vector<std::uint8_t> m_isGroupMet;
    std::vector<FrameGroupIndex> m_groups;
    std::vector<Lasting> m_lasting; // by group
    std::vector<FrameGroupIndex> m_lastingGroups;
    Lasting m_lastingTotal;
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
    m_range = recordedRange(m_profile, time);
    if (m_runs->size() > 1 && chooseRuns(time)) return;
    if (!hasTimes(m_table)) return;
    // The length of a range that wraps is negative.
    if (wrappingDifference(m_range.end, m_range.begin) < static_cast<std::int64_t>(maximumBlocks)) return;
    m_kind = UnitKind::Blocks;
    m_units = std::clamp(m_table.size() / samplesOfBlock, minimumBlocks, maximumBlocks);
}

bool RunSumsMaker::chooseRuns(const std::optional<TimeRange>& time) {
    std::vector<TimeRange> ranges;
    for (std::size_t run = 0; run < m_runs->size(); ++run) {
        const auto& span = m_runs->spans[run];
        const TimeRange kept{std::max(span.begin, time ? time->begin : span.begin),
                             std::min(span.end, time ? time->end : span.end)};
        const bool isKept = !time || kept.begin < kept.end;
        // Samples of other runs are kept only where times wrap.
        m_unitOfRun.push_back(static_cast<std::uint16_t>(isKept ? ranges.size() : 0));
        if (!isKept) continue;
        ranges.push_back(kept);
        m_durations.push_back(time ? kept.end - kept.begin : m_runs->durations[run]);
    }
    if (ranges.size() == 1) m_range = ranges.front();
    if (ranges.size() < 2) return false;
    m_kind = UnitKind::Runs;
    m_units = ranges.size();
    return true;
}

void RunSumsMaker::useUnitsOf(const RunSumsMaker& maker) {
    m_kind = maker.m_kind;
    m_units = maker.m_units;
    m_range = maker.m_range;
    m_unitOfRun = maker.m_unitOfRun;
    m_durations = maker.m_durations;
}

std::uint16_t RunSumsMaker::blockOf(std::int64_t time) const {
    const auto begin = static_cast<double>(m_range.begin);
    const double share = (static_cast<double>(time) - begin) / (static_cast<double>(m_range.end) - begin);
    return static_cast<std::uint16_t>(
        std::clamp(std::floor(share * static_cast<double>(m_units)), 0.0, static_cast<double>(m_units - 1)));
}

void RunSumsMaker::add(std::size_t sample, StackIndex stack, std::int64_t weight) {
    ++m_samples;
    Kept kept{.stack = stack, .weight = static_cast<double>(weight)};
    const double magnitude = std::abs(kept.weight);
    if (magnitude > 0 && (m_smallest == 0 || magnitude < m_smallest)) m_smallest = magnitude;
    if (m_kind == UnitKind::Runs)
        kept.first = kept.last = m_unitOfRun[m_runs->ofSample[m_value.row()][sample]];
    if (m_kind == UnitKind::Blocks) {
        kept.first = blockOf(std::max(m_table.timeAt(sample), m_range.begin));
        // A sample with a duration is in each block that it overlaps.
        kept.last = m_table.lasts
                        ? std::max(blockOf(std::min(m_table.endAt(sample), m_range.end)), kept.first)
                        : kept.first;
    }
    m_kept.push_back(kept);
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

double RunSumsMaker::sampleWeight(const RunSums& sums) const {
    if (hasTimes(m_table) && m_samples > 0)
        return std::accumulate(sums.totals.begin(), sums.totals.end(), 0.0) / static_cast<double>(m_samples);
    const double counted = countedAs();
    // Runs may be equal by chance, unless their weights consist of small pieces.
    return counted == 0 && m_kind == UnitKind::Runs ? m_smallest : counted;
}

RunSums RunSumsMaker::sums() {
    RunSums result;
    result.kind = m_kind;
    result.totals.resize(m_units);
    if (m_kind == UnitKind::Runs) {
        const bool areKnown =
            std::ranges::all_of(m_durations, [](std::int64_t duration) { return duration > 0; });
        for (const auto duration : m_durations) {
            result.seconds.push_back(secondsOf(duration));
            if (areKnown) result.duration = wrappingSum(result.duration, duration);
        }
    } else {
        result.duration = wrappingDifference(m_range.end, m_range.begin);
        result.seconds.assign(m_units, secondsOf(result.duration) / static_cast<double>(m_units));
    }
    sumUp(result);
    result.sampleWeight = sampleWeight(result);
    return result;
}

void RunSumsMaker::sumUp(RunSums& result) {
    std::ranges::stable_sort(m_kept, {}, &Kept::first);
    std::vector<std::uint32_t> lasting; // sorted by their ends
    for (std::size_t row = 0; row < m_kept.size(); ++row)
        if (m_kept[row].last > m_kept[row].first) lasting.push_back(static_cast<std::uint32_t>(row));
    std::ranges::stable_sort(lasting, {}, [&](std::uint32_t row) { return m_kept[row].last; });

    const auto groups = m_shape->groups->size();
    struct Emitted {
        FrameGroupIndex group;
        RunSums::Entry entry;
    };
    struct Part {
        std::vector<Emitted> emitted;
        std::vector<std::uint32_t> counts; ///< of the entries, for each group
    };
    // Samples that last are rounded in the order of their begins, in one part, so that the sums do not depend
    // on the number of processors.
    std::vector<Part> parts(lasting.empty() ? std::min(partCount(m_kept.size(), minimumPartOfSums), m_units)
                                            : 1);
    const DepthFirstNodes nodes(*m_shape);
    inParallel(parts.size(), [&](std::size_t number) {
        auto& part = parts[number];
        part.counts.resize(groups);
        UnitSums sums(*m_shape, nodes);
        const auto firstUnit = static_cast<std::uint32_t>(m_units * number / parts.size());
        const auto endUnit = static_cast<std::uint32_t>(m_units * (number + 1) / parts.size());
        const auto begin = std::ranges::lower_bound(m_kept, firstUnit, {}, &Kept::first);
        auto row = static_cast<std::size_t>(begin - m_kept.begin());
        std::size_t ended = 0;
        for (auto unit = firstUnit; unit < endUnit; ++unit) {
            for (; row < m_kept.size() && m_kept[row].first == unit; ++row)
                m_kept[row].last > unit ? sums.begin(m_kept[row]) : sums.add(m_kept[row]);
            result.totals[unit] = sums.finish([&](FrameGroupIndex group, RunSums::Entry entry) {
                entry.unit = unit;
                part.emitted.push_back({group, entry});
                ++part.counts[group.row()];
            });
            // A sample that ends in this unit is in it, and not in the next one.
            for (; ended < lasting.size() && m_kept[lasting[ended]].last == unit; ++ended)
                sums.end(m_kept[lasting[ended]]);
        }
    });
    result.begin.assign(groups + 1, 0);
    for (std::size_t group = 0; group < groups; ++group) {
        auto next = result.begin[group];
        for (auto& part : parts)
            next += std::exchange(part.counts[group], next); // where the part's entries begin
        result.begin[group + 1] = next;
    }
    result.entries.resize(result.begin[groups]);
    inParallel(parts.size(), [&](std::size_t number) {
        auto& part = parts[number];
        for (const auto& [group, entry] : part.emitted)
            result.entries[part.counts[group.row()]++] = entry;
        part.emitted = {};
    });
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
