#include "model/analysis/completeness/cpu_account.h"

#include "model/analysis/samples/filter_matches.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace candela {

namespace {

/// The scheduler adds up the time of a running thread at its ticks: at each end of a recording, this much of
/// each CPU may be missing (at 100 ticks a second).
constexpr double lateTime = 20e6;
constexpr double standardDeviations = 4;
constexpr double minimumShare = 0.05;

/// The time between samples in nanoseconds: the profile's period, else the mean weight of its samples.
double periodOf(const Profile& profile, const SampleTable& table, std::int64_t total) {
    if (profile.origin.period > 0) return static_cast<double>(profile.origin.period);
    return table.size() == 0 ? 0 : static_cast<double>(total) / static_cast<double>(table.size());
}

/// The number of samples at random moments has a Poisson distribution, whose variance is its mean; that of
/// samples at regular intervals varies less.
bool disagree(const CountedProcess& process, double period, double cpus) {
    const auto counted = static_cast<double>(process.counted);
    const auto difference = std::abs(static_cast<double>(process.sampled) - counted);
    const auto chance = standardDeviations * std::sqrt(period * std::max(counted, period));
    const auto late = lateTime * std::min(cpus, static_cast<double>(process.processes));
    return difference > chance + late && difference > minimumShare * counted;
}

std::vector<std::int64_t> sampledByThread(const Profile& profile, const SampleTable& table) {
    std::vector<std::int64_t> sums(profile.threads.size());
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (const auto thread = table.threadAt(row))
            sums[thread.row()] = wrappingSum(sums[thread.row()], table.weight[row]);
    }
    return sums;
}

/// All processes that were sampled or counted.
std::vector<CountedProcess> byName(const Profile& profile, const std::vector<std::int64_t>& sampled) {
    struct Group {
        CountedProcess sums;
        std::set<std::uint32_t> processes; // rows
    };
    std::map<std::uint32_t, Group> groups; // key: the row of the name
    for (std::size_t row = 0; row < profile.threads.size(); ++row) {
        const auto& thread = profile.threads[row];
        if (thread.cpuTime == 0 && sampled[row] == 0) continue;
        const auto name = profile.processes[thread.process.row()].name;
        auto& group = groups[name ? name.row() : StringIndex::noneValue];
        group.sums.name = profile.text(name);
        group.sums.sampled = wrappingSum(group.sums.sampled, sampled[row]);
        group.sums.counted = wrappingSum(group.sums.counted, thread.cpuTime);
        group.processes.insert(thread.process.row());
    }
    std::vector<CountedProcess> processes;
    for (auto& [name, group] : groups) {
        group.sums.processes = group.processes.size();
        processes.push_back(std::move(group.sums));
    }
    return processes;
}

bool keepsWholeThreads(const Filter& filter) {
    return !filter.time && filter.focus.empty() && filter.ignore.empty() && filter.labels.empty() &&
           std::ranges::none_of(filter.transforms, mayDropSamples);
}

} // namespace

ValueTypeIndex countedValue(const Profile& profile) {
    if (!profile.hasCpuAccount) return {};
    const auto value = profile.findValue("cpu");
    if (!value || profile.text(profile.samples[value.row()].type.unit) != "nanoseconds") return {};
    return value;
}

Result<std::optional<std::map<std::string, std::int64_t>>>
countedTimes(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value, const Filter& filter,
             const SampleKey& key) {
    const auto counted = countedValue(*profile);
    if (!counted || counted != value || !keepsWholeThreads(filter) || key.kind == SampleKey::Kind::Label)
        return std::nullopt;
    FilteredStacks stacks(profile);
    const auto matches = TRY(filterMatches(stacks, filter, nullptr));
    const SampleGroupNames names(*profile, key);
    std::map<std::string, std::int64_t> times;
    for (std::size_t row = 0; row < profile->threads.size(); ++row) {
        const auto time = profile->threads[row].cpuTime;
        if (time == 0 || !matches.threads[row].isKept) continue;
        const auto name = names.of(ThreadIndex(row), {});
        auto& sum = times[name.empty() ? std::string(names.nameless()) : name];
        sum = wrappingSum(sum, time);
    }
    return times;
}

std::string disagreementText(const CountedProcess& process) {
    const auto number =
        process.processes == 1
            ? std::string()
            : ModelText::tr(" ({} processes)", formatCount(static_cast<std::int64_t>(process.processes)));
    return ModelText::tr("sampling saw {} of {}{}; the kernel counted {}", formatDuration(process.sampled),
                         process.name, number, formatDuration(process.counted));
}

std::optional<CpuAccount> cpuAccountOf(const Profile& profile) {
    const auto value = countedValue(profile);
    if (!value) return std::nullopt;
    const auto& table = profile.samples[value.row()];
    const auto sampled = sampledByThread(profile, table);
    CpuAccount account;
    account.sampled = profile.totalWeight(value);
    const auto period = periodOf(profile, table, account.sampled);
    const auto cpus = std::max(1.0, static_cast<double>(profile.origin.cpus));
    for (auto& process : byName(profile, sampled)) {
        account.counted = wrappingSum(account.counted, process.counted);
        if (disagree(process, period, cpus)) account.disagreements.push_back(std::move(process));
    }
    std::ranges::stable_sort(account.disagreements, std::greater(), [](const CountedProcess& process) {
        return std::abs(static_cast<double>(process.sampled) - static_cast<double>(process.counted));
    });
    return account;
}

} // namespace candela
