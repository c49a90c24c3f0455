#include "model/comparison/merge_profiles.h"

#include "model/analysis/timeline.h"
#include "model/base/wrapping.h"
#include "model/profile/profile_builder.h"

#include <algorithm>
#include <optional>

namespace candela {

namespace {

/// Samples between two questions whether the work was cancelled.
constexpr std::size_t blockSize = 1 << 18;

/// A column of the rows that one table's rows became in the merged profile.
template<typename I>
using Rows = std::vector<I>;

template<typename I>
I mapped(const Rows<I>& rows, I index) {
    return index ? rows[index.row()] : index;
}

/// From the profile's start to its last sample, or as long as it says that it took.
TimeRange spanOf(const Profile& profile) {
    const auto samples = timeRangeOf(profile);
    return {std::min<std::int64_t>(0, samples.begin), std::max(profile.origin.duration, samples.end)};
}

/// Copies one profile, table by table, into a builder that may hold others already.
class ProfileAppender {
public:
    ProfileAppender(const Profile& profile, std::int64_t shift, ProfileBuilder& builder)
        : m_profile(profile), m_shift(shift), m_builder(builder) {}

    Result<void> run(Task& task) {
        addNames();
        addPlaces();
        addLabelSets();
        addProcesses();
        for (const auto& table : m_profile.samples)
            TRY(addSamples(table, task));
        for (const auto& loss : m_profile.losses)
            m_builder.addLoss(loss.reason, loss.count);
        for (const auto& warning : m_profile.warnings)
            m_builder.addWarning(warning);
        for (const auto& comment : m_profile.comments)
            m_builder.addComment(comment);
        return {};
    }

private:
    std::int64_t shifted(std::int64_t time) const {
        return time == noTime ? noTime : wrappingSum(time, m_shift);
    }
    ValueTypeIndex valueTypeOf(const ValueType& type) {
        return m_builder.valueType(m_profile.text(type.name), m_profile.text(type.unit));
    }

    void addNames() {
        for (std::size_t row = 0; row < m_profile.strings.size(); ++row)
            m_strings.push_back(m_builder.string(m_profile.text(StringIndex(row))));
    }

    void addPlaces() {
        for (auto mapping : m_profile.mappings) {
            mapping.path = mapped(m_strings, mapping.path);
            mapping.buildId = mapped(m_strings, mapping.buildId);
            m_mappings.push_back(m_builder.mapping(mapping));
        }
        for (auto function : m_profile.functions) {
            function.name = mapped(m_strings, function.name);
            function.rawName = mapped(m_strings, function.rawName);
            function.file = mapped(m_strings, function.file);
            function.mapping = mapped(m_mappings, function.mapping);
            m_functions.push_back(m_builder.function(function));
        }
        const auto& frames = m_profile.frames;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            m_frames.push_back(m_builder.frame({.function = mapped(m_functions, frames.function[row]),
                                                .mapping = mapped(m_mappings, frames.mapping[row]),
                                                .address = frames.address[row],
                                                .line = frames.line[row],
                                                .inlineDepth = frames.inlineDepth[row],
                                                .kind = frames.kind[row]}));
        }
        const auto& stacks = m_profile.stacks;
        for (std::size_t row = 0; row < stacks.size(); ++row)
            m_stacks.push_back(
                m_builder.stack(mapped(m_stacks, stacks.parent[row]), mapped(m_frames, stacks.frame[row])));
    }

    void addLabelSets() {
        for (std::size_t row = 0; row < m_profile.labelSets.size(); ++row) {
            const auto labels = m_profile.labelsOf(LabelSetIndex(row));
            std::vector<Label> copies(labels.begin(), labels.end());
            for (auto& label : copies) {
                label.key = mapped(m_strings, label.key);
                label.text = mapped(m_strings, label.text);
                label.unit = mapped(m_strings, label.unit);
            }
            m_labelSets.push_back(m_builder.labelSet(std::move(copies)));
        }
    }

    void addProcesses() {
        for (auto process : m_profile.processes) {
            process.startTime = shifted(process.startTime);
            process.endTime = shifted(process.endTime);
            process.name = mapped(m_strings, process.name);
            process.labels = mapped(m_labelSets, process.labels);
            m_processes.push_back(m_builder.addProcess(process));
        }
        for (const auto index : m_processes) {
            auto& parent = m_builder.process(index).parent;
            parent = mapped(m_processes, parent);
        }
        for (auto thread : m_profile.threads) {
            thread.process = mapped(m_processes, thread.process);
            thread.startTime = shifted(thread.startTime);
            thread.name = mapped(m_strings, thread.name);
            thread.labels = mapped(m_labelSets, thread.labels);
            m_threads.push_back(m_builder.addThread(thread));
        }
    }

    Result<void> addSamples(const SampleTable& table, Task& task) {
        const auto value = valueTypeOf(table.type);
        m_builder.reserveSamples(value, table.size());
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (row % blockSize == 0 && task.isCancelled()) return cancelled();
            m_builder.addSample(value, {.stack = mapped(m_stacks, table.stack[row]),
                                        .weight = table.weight[row],
                                        .time = shifted(table.timeAt(row)),
                                        .thread = mapped(m_threads, table.threadAt(row)),
                                        .cpu = table.cpuAt(row),
                                        .labels = mapped(m_labelSets, table.labelsAt(row)),
                                        .stackEnd = table.stackEndAt(row)});
        }
        return {};
    }

    const Profile& m_profile;
    std::int64_t m_shift;
    ProfileBuilder& m_builder;
    Rows<StringIndex> m_strings;
    Rows<MappingIndex> m_mappings;
    Rows<FunctionIndex> m_functions;
    Rows<FrameIndex> m_frames;
    Rows<StackIndex> m_stacks;
    Rows<LabelSetIndex> m_labelSets;
    Rows<ProcessIndex> m_processes;
    Rows<ThreadIndex> m_threads;
};

/// What all have in common; lengths of time are added up.
ProfileOrigin mergedOrigin(std::span<const std::shared_ptr<const Profile>> profiles) {
    auto origin = profiles.front()->origin;
    const auto keepIfSame = [](auto& kept, const auto& other) {
        if (kept != other) kept = {};
    };
    for (const auto& profile : profiles.subspan(1)) {
        const auto& other = profile->origin;
        origin.file += ", " + other.file;
        keepIfSame(origin.format, other.format);
        keepIfSame(origin.host, other.host);
        keepIfSame(origin.kernel, other.kernel);
        keepIfSame(origin.command, other.command);
        keepIfSame(origin.period, other.period);
        keepIfSame(origin.periodType, other.periodType);
        keepIfSame(origin.periodUnit, other.periodUnit);
        // One side without a length makes the sum unknown, not short.
        origin.duration =
            origin.duration > 0 && other.duration > 0 ? wrappingSum(origin.duration, other.duration) : 0;
        origin.cpus = std::max(origin.cpus, other.cpus);
        origin.idleTime = wrappingSum(origin.idleTime, other.idleTime);
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

Result<Profile> mergeProfiles(std::span<const std::shared_ptr<const Profile>> profiles, Task& task) {
    ProfileBuilder builder;
    if (profiles.empty()) return builder.build();
    std::int64_t end = 0;
    for (std::size_t row = 0; row < profiles.size(); ++row) {
        const auto span = spanOf(*profiles[row]);
        TRY(ProfileAppender(*profiles[row], wrappingDifference(end, span.begin), builder).run(task));
        end = wrappingSum(end, wrappingDifference(span.end, span.begin));
        task.setProgress(static_cast<double>(row + 1) / static_cast<double>(profiles.size()));
    }
    const auto named =
        std::ranges::find_if(profiles, [](const auto& profile) { return bool(profile->defaultValue); });
    if (named != profiles.end()) {
        const auto& type = (*named)->samples[(*named)->defaultValue.row()].type;
        builder.setDefaultValue(builder.valueType((*named)->text(type.name), (*named)->text(type.unit)));
    }
    builder.origin() = mergedOrigin(profiles);
    if (const auto usage = mergedUsage(profiles)) builder.setRecorderUsage(*usage);
    return builder.build();
}

} // namespace candela
