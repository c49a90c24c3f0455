#include "app/commands/options/opened_profile.h"

#include "app/commands/command.h"
#include "app/commands/options/filter_options.h"
#include "model/analysis/samples/filtered_profile.h"
#include "model/base/path_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "model/formats/format.h"
#include "model/formats/input/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unistd.h>

namespace candela {

namespace {

/// A line on a terminal that shows the progress of reading, if that takes longer than a moment.
class ProgressLine {
public:
    explicit ProgressLine(std::string_view subject)
        : m_subject(shownText(subject)), m_isShown(isatty(STDERR_FILENO)) {}
    ~ProgressLine() {
        if (m_wasPrinted) fmt::print(stderr, "\r\033[K");
    }
    void update(double share) {
        if (!m_isShown) return;
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < std::chrono::milliseconds(200)) return;
        m_last = now;
        m_wasPrinted = true;
        fmt::print(stderr, "\r{}: {:.0f} %{}\033[K", m_subject, 100 * share, m_detail);
        std::fflush(stderr);
        m_share = share;
    }
    void update(const LookupStep& step) {
        m_detail = " " + shownText(lastPathPart(step.module));
        if (step.fetched > 0) m_detail += fmt::format(", {} fetched", formatBytes(step.fetched));
        update(m_share);
    }

private:
    std::string m_subject;
    std::string m_detail;
    double m_share = 0;
    bool m_isShown;
    bool m_wasPrinted = false;
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

/// The part of a profile in the time range, and the length of the range.
Result<std::shared_ptr<const Profile>> partOf(const std::shared_ptr<const Profile>& profile,
                                              const TimeRange& time) {
    Task task;
    const auto kept = cutRun(recordedRange(*profile), time);
    auto part = TRY(filteredProfile(profile, {}, {.time = kept}, task));
    part.origin.duration = wrappingDifference(kept.end, kept.begin);
    return std::make_shared<const Profile>(std::move(part));
}

Result<std::shared_ptr<const Profile>> openPart(const std::string& path, const LookupOptions& lookup,
                                                const TimeRanges& part) {
    auto profile = TRY(openProfile(path, lookup));
    if (part.empty()) return profile;
    Task task;
    return std::make_shared<const Profile>(TRY(timePart(profile, part, task)));
}

std::string valueNames(const Profile& profile) {
    std::string names;
    for (const auto& table : profile.samples)
        names.append(names.empty() ? "" : ", ").append(profile.text(table.type.name));
    return names;
}

} // namespace

Result<Symbolized> openSymbolized(const std::string& path, const LookupOptions& lookup,
                                  std::size_t* ownCode) {
    auto profile = [&] {
        ProgressLine line(path);
        Task task([&](double share) { line.update(share); });
        return readProfile(path, lookup.limit, task);
    }();
    if (!profile) return std::unexpected(profile.error());
    if (ownCode) *ownCode = profile->code.size();
    if (lookup.isOff) return Symbolized{std::move(*profile), {}};
    ProgressLine line(path + ": names");
    Task task([&](double share) { line.update(share); });
    auto sources = lookup.sources;
    sources.onStep = [&](const LookupStep& step) { line.update(step); };
    return lookUpNames(std::move(*profile), sources, task);
}

Result<std::shared_ptr<const Profile>> openProfile(const std::string& path, const LookupOptions& lookup) {
    auto symbolized = openSymbolized(path, lookup);
    if (!symbolized) return std::unexpected(symbolized.error());
    return std::make_shared<const Profile>(std::move(symbolized->profile));
}

Result<OpenedRuns> openRuns(const std::string& paths, const LookupOptions& lookup,
                            const std::optional<TimeRange>& time, const TimeRanges& part, FactsOfRuns facts) {
    OpenedRuns opened;
    opened.files = TRY(runFiles(paths));
    std::vector<std::shared_ptr<const Profile>> profiles;
    for (const auto& path : opened.files) {
        auto profile = openPart(path, lookup, part);
        if (!profile) {
            auto error = profile.error();
            if (opened.files.size() > 1) error.message = path + ": " + error.message;
            return std::unexpected(error);
        }
        profiles.push_back(*profile);
    }
    if (profiles.size() == 1) {
        opened.profile = profiles.front();
        if (facts == FactsOfRuns::Stated) opened.facts = sideFactsOf(*opened.profile, extentOf(part));
        return opened;
    }
    for (std::size_t run = 0; time && run < profiles.size(); ++run) {
        auto& profile = profiles[run];
        if (!profile->samples.empty())
            TRY(warnOfEmptyFilter(opened.files[run], profile, profile->shownValue(), {.time = time}));
        profile = TRY(partOf(profile, *time));
    }
    Task task;
    opened.profile = std::make_shared<const Profile>(TRY(mergeProfiles(profiles, task)));
    opened.runs = std::make_shared<const SampleRuns>(runsOf(profiles, *opened.profile));
    if (facts == FactsOfRuns::Stated) opened.facts = sideFactsOf(*opened.profile, profiles, extentOf(part));
    return opened;
}

Result<ValueTypeIndex> chosenValue(const Profile& profile, const std::string& name) {
    if (profile.samples.empty()) return failure("there are no samples in it");
    if (name.empty()) return profile.shownValue();
    if (const auto found = profile.findValue(name)) return found;
    return failure(fmt::format("there is no value \"{}\" in it", name), ErrorCode::Usage,
                   fmt::format("it has: {}", valueNames(profile)));
}

} // namespace candela
