#include "model/comparison/time_part.h"

#include "model/analysis/samples/timeline.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "model/comparison/statistics/run_sums.h"
#include "model/profile/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace candela {

namespace {

constexpr auto openEnd = std::numeric_limits<std::int64_t>::max();

/// Seconds, with the decimals that nanoseconds need.
std::string secondsText(std::int64_t nanoseconds) {
    constexpr std::int64_t second = 1'000'000'000;
    auto text = fmt::format("{}.{:09}", nanoseconds / second, nanoseconds % second);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + "s";
}

/// The ranges one after the other, from 0 on.
class JoinedRanges {
public:
    JoinedRanges(const Profile& profile, const TimeRanges& ranges) {
        for (const auto& range : ranges) {
            m_ranges.push_back(recordedRange(profile, range));
            m_starts.push_back(m_length);
            m_length = wrappingSum(m_length, lengthOf(m_ranges.back()));
        }
    }

    const std::vector<TimeRange>& ranges() const { return m_ranges; }
    std::int64_t length() const { return m_length; }
    /// The time in the part; times outside of the ranges are moved to the next one.
    std::int64_t joined(std::int64_t time) const {
        if (time == noTime) return noTime;
        for (std::size_t row = 0; row < m_ranges.size(); ++row) {
            if (time < m_ranges[row].end)
                return m_starts[row] +
                       std::max<std::int64_t>(wrappingDifference(time, m_ranges[row].begin), 0);
        }
        return m_length;
    }
    /// The same for the end of a life, which is not known if it is after all ranges.
    std::int64_t joinedEnd(std::int64_t time) const {
        return m_ranges.empty() || time > m_ranges.back().end ? noTime : joined(time);
    }

private:
    static std::int64_t lengthOf(const TimeRange& range) {
        return wrappingDifference(range.end, range.begin);
    }

    std::vector<TimeRange> m_ranges;
    std::vector<std::int64_t> m_starts; ///< of each range in the part
    std::int64_t m_length = 0;
};

struct KeptSample {
    std::size_t row = 0;
    std::int64_t time = 0; ///< in the part
    std::int64_t weight = 0;
};

Result<std::vector<KeptSample>> keptSamples(SampleSelector& selector, const Profile& profile,
                                            ValueTypeIndex value, const JoinedRanges& joined, Task& task) {
    const auto& table = profile.samples[value.row()];
    std::vector<KeptSample> kept;
    for (const auto& range : joined.ranges()) {
        TRY(selector.forEachSample(value, {.time = range}, task, [&](std::size_t row, std::int64_t weight) {
            kept.push_back({row, joined.joined(std::max(table.time[row], range.begin)), weight});
        }));
    }
    if (joined.ranges().size() > 1)
        std::ranges::sort(kept, [&](const KeptSample& one, const KeptSample& two) {
            return std::tuple(table.threadAt(one.row), one.time, one.row) <
                   std::tuple(table.threadAt(two.row), two.time, two.row);
        });
    return kept;
}

template<typename Value>
std::vector<Value> at(const std::vector<Value>& column, const std::vector<KeptSample>& samples) {
    std::vector<Value> values;
    if (column.empty()) return values;
    values.reserve(samples.size());
    for (const auto& sample : samples)
        values.push_back(column[sample.row]);
    return values;
}

SampleTable tableOf(const SampleTable& table, const std::vector<KeptSample>& samples) {
    SampleTable kept{.type = table.type,
                     .kind = table.kind,
                     .lasts = table.lasts,
                     .stack = at(table.stack, samples),
                     .weight = {},
                     .time = {},
                     .thread = at(table.thread, samples),
                     .cpu = at(table.cpu, samples),
                     .labels = at(table.labels, samples),
                     .stackEnd = at(table.stackEnd, samples)};
    kept.weight.reserve(samples.size());
    kept.time.reserve(samples.size());
    for (const auto& sample : samples) {
        kept.weight.push_back(sample.weight);
        kept.time.push_back(sample.time);
    }
    return kept;
}

void addLives(const Profile& profile, const JoinedRanges& joined, Profile& part) {
    part.processes = profile.processes;
    part.threads = profile.threads;
    for (auto& process : part.processes) {
        process.startTime = joined.joined(process.startTime);
        process.endTime = joined.joinedEnd(process.endTime);
    }
    for (auto& thread : part.threads) {
        thread.startTime = joined.joined(thread.startTime);
        thread.cpuTime = 0;
    }
}

/// Times without data are cut like samples. How many samples were lost in a range is not known.
void addLosses(const Profile& profile, const JoinedRanges& joined, Profile& part) {
    ProfileBuilder times;
    std::vector<Loss> counted;
    for (const auto& loss : profile.losses) {
        const auto lost = lostTime(loss);
        if (!lost) {
            counted.push_back(loss);
            continue;
        }
        const TimeRange time{lost->begin, lost->end == noTime ? openEnd : lost->end};
        for (const auto& range : joined.ranges()) {
            if (const auto both = commonTime({time}, {range}))
                addLostTime(times, {joined.joined(both->begin), joined.joined(both->end)});
        }
    }
    part.losses = times.build().losses;
    part.warnings = profile.warnings;
    if (counted.empty()) return;
    std::string lines;
    for (const auto& line : lossLines(counted))
        lines.append(lines.empty() ? "" : ", ").append(line);
    part.warnings.insert(part.warnings.begin(),
                         ModelText::tr("Lost in the whole capture: {}; how much of it in this part of the "
                                       "time is not known.",
                                       lines));
}

Error nothingThere(const Profile& profile) {
    const auto times = timeRangeOf(profile);
    if (times == TimeRange())
        return {ModelText::tr("its samples have no times, so no range of time can be compared"), {}};
    return {ModelText::tr("no sample is in that time: they go from {} to {}", formatDuration(times.begin),
                          formatDuration(times.end)),
            {}};
}

} // namespace

std::string timeRangesText(const TimeRanges& ranges) {
    std::string text;
    for (const auto& range : ranges) {
        text.append(text.empty() ? "" : ",").append(secondsText(std::max<std::int64_t>(range.begin, 0)));
        text.append("..").append(range.end == openEnd ? "" : secondsText(range.end));
    }
    return text;
}

std::string timeRangesWords(const TimeRanges& ranges) {
    std::string text;
    for (const auto& range : ranges) {
        const auto end = range.end == openEnd ? ModelText::tr("end") : formatDuration(range.end);
        text.append(text.empty() ? "" : ", ");
        text.append(fmt::format("{} – {}", formatDuration(std::max<std::int64_t>(range.begin, 0)), end));
    }
    return text;
}

SideExtent extentOf(const TimeRanges& times) {
    return times.empty() ? SideExtent::Whole : SideExtent::Part;
}

TimeRanges timesWithout(const TimeRange& range) {
    TimeRanges rest;
    if (range.begin > 0) rest.push_back({0, range.begin});
    if (range.end < openEnd) rest.push_back({range.end, openEnd});
    return rest;
}

std::optional<TimeRange> commonTime(const TimeRanges& one, const TimeRanges& two) {
    static const TimeRanges whole{{0, openEnd}};
    for (const auto& first : one.empty() ? whole : one) {
        for (const auto& second : two.empty() ? whole : two) {
            const TimeRange both{std::max(first.begin, second.begin), std::min(first.end, second.end)};
            if (both.begin < both.end) return both;
        }
    }
    return {};
}

Result<void> checkApart(const TimeRanges& base, const TimeRanges& newSide) {
    const auto both = commonTime(base, newSide);
    if (!both) return {};
    const auto end = both->end == openEnd ? ModelText::tr("the end") : formatDuration(both->end);
    return failure(ModelText::tr("both sides have the time from {} to {}: its samples would count on both",
                                 formatDuration(both->begin), end),
                   ErrorCode::Usage, ModelText::tr("choose ranges of one capture that do not overlap"));
}

Result<Profile> timePart(const std::shared_ptr<const Profile>& profile, const TimeRanges& ranges,
                         Task& task) {
    const JoinedRanges joined(*profile, ranges);
    Profile part;
    part.strings = profile->strings;
    part.mappings = profile->mappings;
    part.functions = profile->functions;
    part.frames = profile->frames;
    part.stacks = profile->stacks;
    part.labelSets = profile->labelSets;
    part.code = profile->code;
    part.sources = profile->sources;
    part.defaultValue = profile->defaultValue;
    part.comments = profile->comments;
    addLives(*profile, joined, part);
    addLosses(*profile, joined, part);
    part.origin = profile->origin;
    part.origin.duration = joined.length();
    part.origin.idleTime = part.origin.stolenTime = 0;
    if (part.origin.startTime != noTime && !joined.ranges().empty())
        part.origin.startTime = wrappingSum(part.origin.startTime, joined.ranges().front().begin);
    SampleSelector selector(profile);
    bool isEmpty = true;
    for (std::size_t row = 0; row < profile->samples.size(); ++row) {
        const auto& table = profile->samples[row];
        const auto kept = TRY(keptSamples(selector, *profile, ValueTypeIndex(row), joined, task));
        part.samples.push_back(tableOf(table, kept));
        isEmpty = isEmpty && kept.empty();
    }
    if (isEmpty) return std::unexpected(nothingThere(*profile));
    return part;
}

} // namespace candela
