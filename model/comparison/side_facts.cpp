#include "model/comparison/side_facts.h"

#include "model/analysis/completeness/completeness.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/profile/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace candela {

namespace {

/// Captures of a whole machine have processes of many compilers, which differ without any meaning.
constexpr std::size_t maximumCompilers = 3;
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

bool differ(const std::string& base, const std::string& newSide) {
    return !base.empty() && !newSide.empty() && base != newSide;
}

bool differ(std::int64_t base, std::int64_t newSide, double tolerance) {
    if (base <= 0 || newSide <= 0) return false;
    const auto ratio = double(base) / double(newSide);
    return ratio > tolerance || ratio < 1 / tolerance;
}

/// Collects the differences.
class Differences {
public:
    Differences(const SideFacts& base, const SideFacts& newSide) : m_base(base), m_newSide(newSide) {}

    void addText(std::string SideFacts::*fact, std::string name, std::string consequence) {
        if (differ(m_base.*fact, m_newSide.*fact))
            add(std::move(name), m_base.*fact, m_newSide.*fact, std::move(consequence));
    }
    void addShare(std::optional<double> SideFacts::*fact, double tolerance, std::string name,
                  std::string consequence) {
        const auto& base = m_base.*fact;
        const auto& newSide = m_newSide.*fact;
        if (base && newSide && std::abs(*base - *newSide) > tolerance)
            add(std::move(name), formatShare(*base, 1), formatShare(*newSide, 1), std::move(consequence));
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

void addMachine(const SideFacts& base, const SideFacts& newSide, Differences& differences) {
    differences.addText(&SideFacts::processor, ModelText::tr("processor"),
                        ModelText::tr("Times depend on it: a change may come from the machine"));
    if (base.cpus > 0 && newSide.cpus > 0 && base.cpus != newSide.cpus)
        differences.add(ModelText::tr("CPUs"), std::to_string(base.cpus), std::to_string(newSide.cpus),
                        ModelText::tr("Work that is divided among threads, and waiting, may differ"));
    if (differences.isEmpty())
        differences.addText(&SideFacts::host, ModelText::tr("host"),
                            ModelText::tr("Two machines may differ in more than is known"));
    differences.addText(&SideFacts::kernel, ModelText::tr("kernel"),
                        ModelText::tr("Changes of kernel functions, and of waiting, may come from it"));
    differences.addText(&SideFacts::compilers, ModelText::tr("compiler"),
                        ModelText::tr("It may inline and divide functions differently"));
}

void addSampling(const SideFacts& base, const SideFacts& newSide, Normalize normalize,
                 Differences& differences) {
    differences.addText(&SideFacts::writer, ModelText::tr("format"),
                        ModelText::tr("Profilers unwind, name and weigh differently"));
    const bool isSamePeriod = base.periodType == newSide.periodType && base.periodUnit == newSide.periodUnit;
    if (isSamePeriod && differ(base.period, newSide.period, periodTolerance)) {
        const bool areSamples = base.countsSamples || newSide.countsSamples;
        differences.add(
            ModelText::tr("sampling period"), formatWeight(base.period, base.periodUnit),
            formatWeight(newSide.period, newSide.periodUnit),
            areSamples && normalize != Normalize::Share
                ? ModelText::tr("Weights are numbers of samples: only their shares can be compared")
                : ModelText::tr("Weights are less exact where the period is longer"));
    }
    if (normalize == Normalize::None && differ(base.duration, newSide.duration, durationTolerance))
        differences.add(ModelText::tr("duration"), formatDuration(base.duration),
                        formatDuration(newSide.duration),
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
                    .stolen = {}};
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

std::vector<SideDifference> sideDifferences(const SideFacts& base, const SideFacts& newSide,
                                            Normalize normalize) {
    Differences differences(base, newSide);
    addMachine(base, newSide, differences);
    addSampling(base, newSide, normalize, differences);
    addLosses(differences);
    return differences.take();
}

std::string sideDifferenceText(const SideDifference& difference) {
    return ModelText::tr("Different {}: base {}, new {}. {}.", difference.fact, difference.base,
                         difference.newSide, difference.consequence);
}

} // namespace candela
