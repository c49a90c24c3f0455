#include "model/comparison/side_facts.h"

#include "model/analysis/completeness/completeness.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/profile/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <set>
#include <utility>

namespace candela {

namespace {

/// Captures of a whole machine have processes of many compilers, which differ without any meaning.
constexpr std::size_t maximumCompilers = 3;
/// A machine for each of many runs would be a long list.
constexpr std::size_t maximumFacts = 4;
/// What shares may differ by: stacks, names and losses shift weights by about as much; load changes times by
/// less.
constexpr double stackTolerance = 0.02;
constexpr double nameTolerance = 0.02;
constexpr double lossTolerance = 0.01;
constexpr double loadTolerance = 0.2;
constexpr double stolenTolerance = 0.02;
/// Factors that periods and durations may differ by.
constexpr double periodTolerance = 1.05;
constexpr double durationTolerance = 1.25;

std::string compilersOf(const Profile& profile) {
    std::set<std::string_view> names;
    for (const auto& label : profile.labelSets.labels) {
        if (profile.text(label.key) == "compiler" && label.text) names.insert(profile.text(label.text));
    }
    std::string text;
    if (names.size() > maximumCompilers) return text;
    for (const auto name : names)
        text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

void addCompleteness(const Profile& profile, SideFacts& facts) {
    const auto completeness = completenessOf(profile);
    if (const auto stated = completeness.userStacks - completeness.unstated; stated > 0)
        facts.broken = double(stated - completeness.complete) / double(stated);
    double unnamed = 0;
    for (const auto& [module, weight] : completeness.unnamed)
        unnamed += double(weight);
    if (completeness.total > 0) facts.unnamed = unnamed / completeness.total;
}

std::optional<double> lostShareOf(const Profile& profile, const SampleTable& table) {
    std::uint64_t lost = 0;
    for (const auto& loss : profile.losses) {
        const bool isOfValue = loss.value.empty() || loss.value == profile.text(table.type.name);
        if (lossKind(loss) == LossKind::Samples && isOfValue) lost += loss.count;
    }
    const auto all = double(lost) + double(table.size());
    return all > 0 ? std::optional(double(lost) / all) : std::nullopt;
}

bool differ(std::int64_t base, std::int64_t newSide, double tolerance) {
    if (base <= 0 || newSide <= 0) return false;
    const auto ratio = double(base) / double(newSide);
    return ratio > tolerance || ratio < 1 / tolerance;
}

/// A fact of one side: what its runs have, in the order of the runs.
template<typename Fact>
class FactOfRuns {
public:
    /// `factOf` returns the fact of a run, or of a side of one run; what compares equal to `unstated` is left
    /// out.
    template<typename FactOf>
    FactOfRuns(const SideFacts& side, const Fact& unstated, const FactOf& factOf) {
        const auto add = [&](const SideFacts& run) {
            const Fact fact = factOf(run);
            if (fact == unstated) return;
            const auto found = std::ranges::find(m_counts, fact, &std::pair<Fact, std::size_t>::first);
            if (found == m_counts.end())
                m_counts.emplace_back(fact, 1);
            else
                ++found->second;
        };
        if (side.runs.empty()) add(side);
        for (const auto& run : side.runs)
            add(run);
    }
    bool isStated() const { return !m_counts.empty(); }
    bool isMixed() const { return m_counts.size() > 1; }
    bool differsFrom(const FactOfRuns& other) const {
        if (!isStated() || !other.isStated()) return false;
        return isMixed() || other.isMixed() || m_counts.front().first != other.m_counts.front().first;
    }
    const Fact& first() const { return m_counts.front().first; }
    /// "6.1.0", or "6.1.0 (3 runs), 6.12.0 (2 runs)"; of many, the first ones.
    template<typename TextOf>
    std::string text(const TextOf& textOf) const {
        if (!isMixed()) return textOf(first());
        // One more takes no more space than its number.
        const auto named = m_counts.size() == maximumFacts + 1 ? m_counts.size() : maximumFacts;
        std::string text;
        for (const auto& [fact, runs] : m_counts | std::views::take(named)) {
            const auto stated = textOf(fact);
            text += text.empty() ? "" : ", ";
            text +=
                runs == 1 ? ModelText::tr("{} (1 run)", stated) : ModelText::tr("{} ({} runs)", stated, runs);
        }
        if (m_counts.size() > named) text += " " + ModelText::tr("and {} others", m_counts.size() - named);
        return text;
    }

private:
    std::vector<std::pair<Fact, std::size_t>> m_counts;
};

/// A share of one side, and between which shares its runs are.
class ShareOfRuns {
public:
    ShareOfRuns(const SideFacts& side, std::optional<double> SideFacts::*fact) : m_share(side.*fact) {
        for (const auto& run : side.runs) {
            const auto& share = run.*fact;
            if (!share) continue;
            m_low = std::min(m_low, *share);
            m_high = std::max(m_high, *share);
            m_some += *share > 0 ? 1 : 0;
            ++m_runs;
        }
    }
    bool isMixed(double tolerance) const { return m_high - m_low > tolerance; }
    bool differsFrom(const ShareOfRuns& other, double tolerance) const {
        if (!m_share || !other.m_share) return false;
        return std::abs(*m_share - *other.m_share) > tolerance || isMixed(tolerance) ||
               other.isMixed(tolerance);
    }
    /// "4.0 %", or "4.0 % (in 2 of 5 runs)", or "4.0 % (from 1.0 % to 9.0 % in 5 runs)".
    std::string text(double tolerance) const {
        const auto share = formatShare(*m_share, 1);
        if (!isMixed(tolerance)) return share;
        if (m_some < m_runs) return ModelText::tr("{} (in {} of {} runs)", share, m_some, m_runs);
        return ModelText::tr("{} (from {} to {} in {} runs)", share, formatShare(m_low, 1),
                             formatShare(m_high, 1), m_runs);
    }

private:
    std::optional<double> m_share;
    double m_low = 1, m_high = 0;
    std::size_t m_runs = 0, m_some = 0; ///< those that state it, and those that have any
};

/// Collects the differences.
class Differences {
public:
    Differences(const SideFacts& base, const SideFacts& newSide) : m_base(base), m_newSide(newSide) {}

    void addText(std::string SideFacts::*fact, std::string name, std::string consequence) {
        addFact<std::string>(
            {}, [fact](const SideFacts& side) { return side.*fact; },
            [](const std::string& text) { return text; }, std::move(name), std::move(consequence));
    }
    /// Facts that are different if they are not equal.
    template<typename Fact>
    void addFact(const Fact& unstated, const auto& factOf, const auto& textOf, std::string name,
                 std::string consequence) {
        const FactOfRuns<Fact> base(m_base, unstated, factOf), newSide(m_newSide, unstated, factOf);
        if (base.differsFrom(newSide))
            add(std::move(name), base.text(textOf), newSide.text(textOf), std::move(consequence));
    }
    void addShare(std::optional<double> SideFacts::*fact, double tolerance, std::string name,
                  std::string consequence) {
        const ShareOfRuns base(m_base, fact), newSide(m_newSide, fact);
        if (base.differsFrom(newSide, tolerance))
            add(std::move(name), base.text(tolerance), newSide.text(tolerance), std::move(consequence));
    }
    void add(std::string name, std::string base, std::string newSide, std::string consequence) {
        m_found.push_back({std::move(name), std::move(base), std::move(newSide), std::move(consequence)});
    }
    bool isEmpty() const { return m_found.empty(); }
    std::vector<SideDifference> take() { return std::move(m_found); }

private:
    const SideFacts& m_base;
    const SideFacts& m_newSide;
    std::vector<SideDifference> m_found;
};

void addMachine(Differences& differences) {
    differences.addText(&SideFacts::processor, ModelText::tr("processor"),
                        ModelText::tr("Times depend on it: a change may come from the machine"));
    differences.addFact<std::uint32_t>(
        0, [](const SideFacts& side) { return side.cpus; },
        [](std::uint32_t cpus) { return std::to_string(cpus); }, ModelText::tr("CPUs"),
        ModelText::tr("Work that is divided among threads, and waiting, may differ"));
    if (differences.isEmpty())
        differences.addText(&SideFacts::host, ModelText::tr("host"),
                            ModelText::tr("Two machines may differ in more than is known"));
    differences.addText(&SideFacts::kernel, ModelText::tr("kernel"),
                        ModelText::tr("Changes of kernel functions, and of waiting, may come from it"));
    differences.addText(&SideFacts::compilers, ModelText::tr("compiler"),
                        ModelText::tr("It may inline and divide functions differently"));
}

/// A sampling period with its unit. Those of one type and unit are equal if they differ by less than a
/// comparison can ignore: what a recorder is asked for, and what it does, is not exactly the same.
struct Period {
    std::int64_t length = 0;
    std::string type, unit;

    bool isComparable(const Period& other) const { return type == other.type && unit == other.unit; }
    bool operator==(const Period& other) const {
        return isComparable(other) && (length > 0) == (other.length > 0) &&
               !differ(length, other.length, periodTolerance);
    }
};

void addPeriod(const SideFacts& base, const SideFacts& newSide, Normalize normalize,
               Differences& differences) {
    const auto periodOf = [](const SideFacts& side) {
        return side.period > 0 ? Period{side.period, side.periodType, side.periodUnit} : Period();
    };
    const FactOfRuns<Period> own(base, {}, periodOf), other(newSide, {}, periodOf);
    if (!own.differsFrom(other)) return;
    const bool isOneEach = !own.isMixed() && !other.isMixed();
    if (isOneEach && !own.first().isComparable(other.first())) return;
    const auto textOf = [](const Period& period) { return formatWeight(period.length, period.unit); };
    const bool areSamples = base.countsSamples || newSide.countsSamples;
    differences.add(ModelText::tr("sampling period"), own.text(textOf), other.text(textOf),
                    areSamples && normalize != Normalize::Share
                        ? ModelText::tr("Weights are numbers of samples: only their shares can be compared")
                        : ModelText::tr("Weights are less exact where the period is longer"));
}

/// The duration of a run, in the mean: weights are those of an average run. 0 if it is not known.
std::int64_t runDuration(const SideFacts& side) {
    return side.runs.empty() ? side.duration : side.duration / std::int64_t(side.runs.size());
}

void addSampling(const SideFacts& base, const SideFacts& newSide, Normalize normalize,
                 Differences& differences) {
    differences.addText(&SideFacts::writer, ModelText::tr("format"),
                        ModelText::tr("Profilers unwind, name and weigh differently"));
    addPeriod(base, newSide, normalize, differences);
    const auto duration = runDuration(base), newDuration = runDuration(newSide);
    if (normalize == Normalize::None && differ(duration, newDuration, durationTolerance))
        differences.add(ModelText::tr("duration"), formatDuration(duration), formatDuration(newDuration),
                        ModelText::tr("Weights are compared as measured: they grow with the duration, unless "
                                      "each run does the same work"));
}

void addLosses(Differences& differences) {
    differences.addShare(&SideFacts::broken, stackTolerance, ModelText::tr("broken stacks"),
                         ModelText::tr("Totals of callers are too small where more stacks are broken; self "
                                       "weights are not affected"));
    differences.addShare(&SideFacts::unnamed, nameTolerance, ModelText::tr("weight without names"),
                         ModelText::tr("Functions whose name is missing on one side look new or removed"));
    differences.addShare(&SideFacts::lost, lossTolerance, ModelText::tr("lost samples"),
                         ModelText::tr("Weights are too small where more samples were lost"));
    differences.addShare(&SideFacts::busy, loadTolerance, ModelText::tr("load of the machine"),
                         ModelText::tr("Times grow where other work shares caches and cores"));
    differences.addShare(&SideFacts::stolen, stolenTolerance,
                         ModelText::tr("CPU time of other virtual machines"),
                         ModelText::tr("Times grow where the host is shared more"));
}

} // namespace

SideFacts sideFactsOf(const Profile& profile, SideExtent extent) {
    const auto& origin = profile.origin;
    SideFacts facts{.host = origin.host,
                    .processor = origin.processor,
                    .kernel = origin.kernel,
                    .compilers = compilersOf(profile),
                    .writer = origin.format,
                    .cpus = origin.cpus,
                    .period = origin.period,
                    .periodType = origin.periodType,
                    .periodUnit = origin.periodUnit,
                    .duration = origin.duration,
                    .countsSamples = false,
                    .broken = {},
                    .unnamed = {},
                    .lost = {},
                    .busy = {},
                    .stolen = {},
                    .runs = {}};
    const auto value = profile.shownValue();
    if (value) {
        const auto& table = profile.samples[value.row()];
        facts.countsSamples = profile.text(table.type.name) == "samples" && table.kind == ValueKind::Unstated;
        addCompleteness(profile, facts);
        if (extent == SideExtent::Whole) facts.lost = lostShareOf(profile, table);
    }
    const auto machineTime = double(origin.duration) * origin.cpus;
    if (machineTime > 0 && origin.idleTime > 0) {
        facts.busy = std::clamp(1 - double(origin.idleTime) / machineTime, 0.0, 1.0);
        facts.stolen = std::clamp(double(origin.stolenTime) / machineTime, 0.0, 1.0);
    }
    return facts;
}

SideFacts sideFactsOf(const Profile& merged, std::span<const std::shared_ptr<const Profile>> runs,
                      SideExtent extent) {
    auto facts = sideFactsOf(merged, extent);
    if (runs.size() < 2) return facts;
    for (const auto& run : runs)
        facts.runs.push_back(sideFactsOf(*run, extent));
    return facts;
}

std::vector<SideDifference> sideDifferences(const SideFacts& base, const SideFacts& newSide,
                                            Normalize normalize) {
    Differences differences(base, newSide);
    addMachine(differences);
    addSampling(base, newSide, normalize, differences);
    addLosses(differences);
    return differences.take();
}

std::string sideDifferenceText(const SideDifference& difference) {
    return ModelText::tr("Different {}: base {}, new {}. {}.", difference.fact, difference.base,
                         difference.newSide, difference.consequence);
}

} // namespace candela
