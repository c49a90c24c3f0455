#include "model/comparison/merge_profiles.h"

#include "model/base/task.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "model/profile/profile_copier.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace candela {

namespace {

/// Runs are numbered in 16 bits.
constexpr std::size_t maximumRuns = 65'535;

/// The range of each profile in the time of the merged profile: one after the other.
std::vector<TimeRange> spansOf(std::span<const std::shared_ptr<const Profile>> profiles) {
    std::vector<TimeRange> spans;
    std::int64_t end = 0;
    for (const auto& profile : profiles) {
        const auto own = recordedRange(*profile);
        const auto begin = end;
        end = wrappingSum(begin, wrappingDifference(own.end, own.begin));
        spans.push_back({begin, end});
    }
    return spans;
}

/// The offset that moves a profile's times into its range.
std::int64_t shiftTo(const TimeRange& span, const Profile& profile) {
    return wrappingDifference(span.begin, recordedRange(profile).begin);
}

/// Adds all of a profile: also rows that no sample needs.
Result<void> addWhole(const Profile& profile, std::int64_t shift, ProfileBuilder& builder, Task& task) {
    ProfileCopier copier(profile, builder, shift);
    for (std::size_t row = 0; row < profile.mappings.size(); ++row)
        copier.mapping(MappingIndex(row));
    for (std::size_t row = 0; row < profile.processes.size(); ++row)
        copier.process(ProcessIndex(row));
    for (std::size_t row = 0; row < profile.threads.size(); ++row)
        copier.thread(ThreadIndex(row));
    copier.linkParents();
    copier.copyCode();
    for (ValueTypeIndex value(0); value.row() < profile.samples.size();
         value = ValueTypeIndex(value.row() + 1)) {
        const auto target = copier.valueType(value);
        const auto size = profile.samples[value.row()].size();
        builder.reserveSamples(target, size);
        for (std::size_t row = 0; row < size; ++row) {
            if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
            copier.addSample(value, row, target);
        }
    }
    copier.copySources(); // those of the copied functions
    copier.copyRemarks();
    return {};
}

/// Samples of a value type have a duration if they have one in each profile that has times of them.
void mergeLasting(std::span<const std::shared_ptr<const Profile>> profiles, ProfileBuilder& builder) {
    struct Kinds {
        bool moments = false;
        bool lasting = false;
    };
    std::map<ValueTypeIndex, Kinds> has;
    for (const auto& profile : profiles) {
        for (const auto& table : profile->samples) {
            if (table.time.empty()) continue;
            auto& kinds =
                has[builder.valueType(profile->text(table.type.name), profile->text(table.type.unit))];
            (table.lasts ? kinds.lasting : kinds.moments) = true;
        }
    }
    for (const auto& [value, kinds] : has) {
        builder.setLasts(value, kinds.lasting && !kinds.moments);
        if (kinds.lasting && kinds.moments)
            builder.addWarning(
                "Samples last in one file and are moments in another: all are shown as moments.");
    }
}

ValueTypeIndex sameValue(const Profile& merged, const Profile& profile, const ValueType& type) {
    for (std::size_t row = 0; row < merged.samples.size(); ++row) {
        const auto& found = merged.samples[row].type;
        if (merged.text(found.name) == profile.text(type.name) &&
            merged.text(found.unit) == profile.text(type.unit))
            return ValueTypeIndex(row);
    }
    return {};
}

/// The facts that all profiles have in common; lengths of time are added up.
ProfileOrigin mergedOrigin(std::span<const std::shared_ptr<const Profile>> profiles) {
    auto origin = profiles.front()->origin;
    const auto keepIfSame = [](auto& kept, const auto& other) {
        if (kept != other) kept = {};
    };
    for (const auto& profile : profiles.subspan(1)) {
        const auto& other = profile->origin;
        origin.file += ", " + other.file;
        keepIfSame(origin.format, other.format);
        origin.provenance = std::min(origin.provenance, other.provenance);
        keepIfSame(origin.addressBase, other.addressBase);
        keepIfSame(origin.host, other.host);
        keepIfSame(origin.kernel, other.kernel);
        keepIfSame(origin.processor, other.processor);
        keepIfSame(origin.command, other.command);
        keepIfSame(origin.period, other.period);
        keepIfSame(origin.periodType, other.periodType);
        keepIfSame(origin.periodUnit, other.periodUnit);
        // If one profile has no length, the sum is unknown instead of too short.
        origin.duration =
            origin.duration > 0 && other.duration > 0 ? wrappingSum(origin.duration, other.duration) : 0;
        origin.cpus = std::max(origin.cpus, other.cpus);
        origin.idleTime = wrappingSum(origin.idleTime, other.idleTime);
        origin.stolenTime = wrappingSum(origin.stolenTime, other.stolenTime);
    }
    return origin;
}

std::optional<RecorderUsage> mergedUsage(std::span<const std::shared_ptr<const Profile>> profiles) {
    std::optional<RecorderUsage> sum;
    for (const auto& profile : profiles) {
        if (!profile->hasRecorderUsage) continue;
        if (!sum) sum.emplace();
        const auto& usage = profile->recorder;
        sum->cpuTime = wrappingSum(sum->cpuTime, usage.cpuTime);
        sum->peakMemory = std::max(sum->peakMemory, usage.peakMemory);
        sum->bpfRunTime = wrappingSum(sum->bpfRunTime, usage.bpfRunTime);
        sum->bpfRunCount += usage.bpfRunCount;
    }
    return sum;
}

} // namespace

SampleRuns runsOf(std::span<const std::shared_ptr<const Profile>> profiles, const Profile& merged) {
    SampleRuns runs;
    runs.spans = spansOf(profiles);
    std::vector<std::uint16_t> runOfThread;
    // Samples without a thread are in the order of their times in the merged profile, which may have wrapped.
    // Those with equal times, or without times, are in the order of their runs.
    struct Threadless {
        std::int64_t time = noTime;
        std::uint16_t run = 0;
    };
    std::map<ValueTypeIndex, std::vector<Threadless>> threadless;
    for (std::size_t row = 0; row < profiles.size(); ++row) {
        const auto& profile = *profiles[row];
        const auto run = static_cast<std::uint16_t>(row);
        const auto& span = runs.spans[row];
        const auto shift = shiftTo(span, profile);
        runs.durations.push_back(profile.origin.duration > 0 ? profile.origin.duration
                                                             : wrappingDifference(span.end, span.begin));
        runOfThread.insert(runOfThread.end(), profile.threads.size(), run);
        for (const auto& table : profile.samples) {
            auto& list = threadless[sameValue(merged, profile, table.type)];
            for (std::size_t sample = 0; sample < table.size(); ++sample) {
                if (table.threadAt(sample)) continue;
                const auto time = table.timeAt(sample);
                list.push_back({time == noTime ? noTime : wrappingSum(time, shift), run});
            }
        }
    }
    for (ValueTypeIndex value(0); value.row() < merged.samples.size();
         value = ValueTypeIndex(value.row() + 1)) {
        const auto& table = merged.samples[value.row()];
        auto& ofSample = runs.ofSample.emplace_back(table.size());
        auto& list = threadless[value];
        std::ranges::stable_sort(list, {}, &Threadless::time);
        auto next = list.begin();
        for (std::size_t sample = 0; sample < table.size(); ++sample) {
            if (const auto thread = table.threadAt(sample))
                ofSample[sample] = runOfThread[thread.row()];
            else if (next != list.end())
                ofSample[sample] = (next++)->run;
        }
    }
    return runs;
}

Result<Profile> mergeProfiles(std::span<const std::shared_ptr<const Profile>> profiles, Task& task) {
    ProfileBuilder builder;
    if (profiles.empty()) return builder.build();
    if (profiles.size() > maximumRuns)
        return failure(fmt::format("{} files are too many for one side: there may be {}",
                                   formatCount(static_cast<std::int64_t>(profiles.size())),
                                   formatCount(maximumRuns)),
                       ErrorCode::Usage);
    const auto spans = spansOf(profiles);
    for (std::size_t row = 0; row < profiles.size(); ++row) {
        TRY(addWhole(*profiles[row], shiftTo(spans[row], *profiles[row]), builder, task));
        task.setProgress(static_cast<double>(row + 1) / static_cast<double>(profiles.size()));
    }
    const auto named =
        std::ranges::find_if(profiles, [](const auto& profile) { return bool(profile->defaultValue); });
    if (named != profiles.end()) {
        const auto& type = (*named)->samples[(*named)->defaultValue.row()].type;
        builder.setDefaultValue(builder.valueType((*named)->text(type.name), (*named)->text(type.unit)));
    }
    mergeLasting(profiles, builder);
    builder.origin() = mergedOrigin(profiles);
    if (const auto usage = mergedUsage(profiles)) builder.setRecorderUsage(*usage);
    return builder.build();
}

} // namespace candela
