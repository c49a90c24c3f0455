#include "app/commands/opened_profile.h"

#include "app/commands/command.h"
#include "model/base/units.h"
#include "model/comparison/comparison.h"
#include "model/formats/format.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <unistd.h>

namespace candela {

namespace {

/// A line on a terminal that shows how far reading is, once it takes longer than a moment.
class ProgressLine {
public:
    explicit ProgressLine(std::string subject)
        : m_subject(std::move(subject)), m_isShown(isatty(STDERR_FILENO)) {}
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
        m_detail = " " + step.module.substr(step.module.rfind('/') + 1);
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

std::string valueNames(const Profile& profile) {
    std::string names;
    for (const auto& table : profile.samples)
        names.append(names.empty() ? "" : ", ").append(profile.text(table.type.name));
    return names;
}

Result<std::int64_t> timeFromText(std::string_view text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    const double factor = unit == "ns"                   ? 1
                          : unit == "us" || unit == "µs" ? 1e3
                          : unit == "ms"                 ? 1e6
                          : unit == "s" || unit.empty()  ? 1e9
                          : unit == "m" || unit == "min" ? 60e9
                                                         : 0;
    const double nanoseconds = number * factor;
    if (problem != std::errc() || factor == 0 || !std::isfinite(nanoseconds) || std::abs(nanoseconds) > 9e18)
        return failure(fmt::format("\"{}\" is not a time", text), ErrorCode::Usage,
                       "write 1.5s, 200ms or 3 (seconds)");
    return static_cast<std::int64_t>(std::llround(nanoseconds));
}

} // namespace

Result<Symbolized> openSymbolized(const std::string& path, const LookupOptions& lookup) {
    auto profile = [&] {
        ProgressLine line(path);
        Task task([&](double share) { line.update(share); });
        return readProfile(path, task);
    }();
    if (!profile) return std::unexpected(profile.error());
    if (lookup.isOff) return Symbolized{std::move(*profile), {}};
    ProgressLine line(path + ": names");
    Task task([&](double share) { line.update(share); });
    auto places = lookup.places;
    places.onStep = [&](const LookupStep& step) { line.update(step); };
    return lookUpNames(std::move(*profile), places, task);
}

Result<std::shared_ptr<const Profile>> openProfile(const std::string& path, const LookupOptions& lookup) {
    auto symbolized = openSymbolized(path, lookup);
    if (!symbolized) return std::unexpected(symbolized.error());
    return std::make_shared<const Profile>(std::move(symbolized->profile));
}

Result<std::shared_ptr<const Profile>> openProfiles(const std::string& paths, const LookupOptions& lookup) {
    std::vector<std::shared_ptr<const Profile>> profiles;
    for (std::size_t begin = 0; begin <= paths.size();) {
        const auto comma = std::min(paths.find(',', begin), paths.size());
        const auto path = paths.substr(begin, comma - begin);
        begin = comma + 1;
        auto profile = openProfile(path, lookup);
        if (!profile) {
            if (profiles.empty() && comma == paths.size()) return profile;
            auto error = profile.error();
            error.message = path + " " + error.message;
            return std::unexpected(error);
        }
        profiles.push_back(*profile);
    }
    if (profiles.size() == 1) return profiles.front();
    Task task;
    auto merged = mergeProfiles(profiles, task);
    if (!merged) return std::unexpected(merged.error());
    return std::make_shared<const Profile>(std::move(*merged));
}

Result<ValueTypeIndex> chosenValue(const Profile& profile, const std::string& name) {
    if (profile.samples.empty()) return failure("there are no samples in it");
    if (name.empty()) return profile.shownValue();
    if (const auto found = profile.findValue(name)) return found;
    return failure(fmt::format("there is no value \"{}\" in it", name), ErrorCode::Usage,
                   fmt::format("it has: {}", valueNames(profile)));
}

void FilterOptions::addTo(CLI::App& app) {
    const std::string group = "Filters";
    app.add_option("--time", time,
                   "Only samples, and parts of those that last, from A to B since the start: "
                   "1.5s..3s, 200ms.., ..2")
        ->type_name("A..B")
        ->group(group);
    app.add_option("--process", filter.process, "Only processes whose name or pid matches")
        ->type_name("RE")
        ->group(group);
    app.add_option("--thread", filter.thread, "Only threads whose name or tid matches")
        ->type_name("RE")
        ->group(group);
    app.add_option("--focus", filter.focus, "Only stacks with a function that matches")
        ->type_name("RE")
        ->group(group);
    app.add_option("--ignore", filter.ignore, "Only stacks without a function that matches")
        ->type_name("RE")
        ->group(group);
    app.add_option("--label", labels, "Only samples with a label that matches")
        ->type_name("KEY=RE")
        ->group(group);
}

Result<Filter> FilterOptions::parse() const {
    Filter result = filter;
    if (!time.empty()) result.time = TRY(timeRangeFromText(time));
    for (const auto& label : labels) {
        const auto equals = label.find('=');
        if (equals == std::string::npos || equals == 0)
            return failure(fmt::format("\"{}\" is not KEY=RE", label), ErrorCode::Usage);
        result.labels.push_back({label.substr(0, equals), label.substr(equals + 1)});
    }
    return result;
}

Result<TimeRange> timeRangeFromText(const std::string& text) {
    const auto dots = text.find("..");
    if (dots == std::string::npos)
        return failure(fmt::format("\"{}\" is not a range of time", text), ErrorCode::Usage,
                       "write 1.5s..3s");
    TimeRange range{0, std::numeric_limits<std::int64_t>::max()};
    if (dots > 0) range.begin = TRY(timeFromText(std::string_view(text).substr(0, dots)));
    if (dots + 2 < text.size()) range.end = TRY(timeFromText(std::string_view(text).substr(dots + 2)));
    if (range.end <= range.begin)
        return failure(fmt::format("\"{}\" ends before it begins", text), ErrorCode::Usage);
    return range;
}

} // namespace candela
