#include "app/commands/options/filter_options.h"

#include "app/commands/command.h"
#include "model/analysis/samples/filtered_stacks.h"
#include "model/analysis/samples/timeline.h"
#include "model/analysis/transforms/word_suggestion.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace candela {

namespace {

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

/// "a, b, c and 12 more".
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t shown = 5;
    const auto count = names.size() > shown + 1 ? shown : names.size();
    auto text =
        fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
    if (count < names.size()) text += fmt::format(" and {} more", names.size() - count);
    return text;
}

std::string missingLabel(const Profile& profile, std::string_view key) {
    std::vector<std::string> keys;
    for (const auto& label : labelKeys(profile))
        keys.push_back(label.key);
    return fmt::format("no sample has a label \"{}\"; {}", key,
                       keys.empty() ? "there are no labels in it" : "there are " + listed(keys));
}

/// Tries the parts of a filter one by one.
class EmptyFilter {
public:
    EmptyFilter(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value)
        : m_profile(profile), m_value(value), m_selector(profile) {}

    Result<bool> passesNothing(const Filter& filter) {
        return TRY(m_selector.stackWeights(m_value, filter, m_task)).samples == 0;
    }

    Result<std::vector<std::string>> reasons(const Filter& filter) {
        if (filter.time) TRY(tryPart({.time = filter.time}, [&] { return timeReason(); }));
        if (!filter.process.empty())
            TRY(tryPart({.process = filter.process}, [&] {
                return keyReason("process", filter.process, {SampleKey::Kind::ProcessName});
            }));
        if (!filter.withoutProcess.empty())
            TRY(tryPart({.withoutProcess = filter.withoutProcess},
                        [&] { return fmt::format("every process matches \"{}\"", filter.withoutProcess); }));
        if (!filter.thread.empty())
            TRY(tryPart({.thread = filter.thread},
                        [&] { return keyReason("thread", filter.thread, {SampleKey::Kind::ThreadName}); }));
        if (!filter.focus.empty())
            TRY(tryPart({.focus = filter.focus}, [&] {
                return fmt::format("no stack has a function that matches \"{}\"", filter.focus);
            }));
        if (!filter.ignore.empty())
            TRY(tryPart({.ignore = filter.ignore}, [&] {
                return fmt::format("every stack has a function that matches \"{}\"", filter.ignore);
            }));
        for (const auto& label : filter.labels)
            TRY(tryPart({.labels = {label}}, [&] { return labelReason(label); }));
        for (std::size_t row = 0; row < filter.transforms.size(); ++row) {
            const auto end = filter.transforms.begin() + static_cast<std::ptrdiff_t>(row) + 1;
            const auto before = std::vector(filter.transforms.begin(), end);
            if (TRY(passesNothing({.hide = filter.hide, .transforms = before}))) {
                m_reasons.push_back(
                    fmt::format("the transform {} leaves no sample", transformText(filter.transforms[row])));
                break;
            }
        }
        if (m_reasons.empty()) m_reasons.push_back("no sample passes all of the filters together");
        return std::move(m_reasons);
    }

private:
    template<typename Sentence>
    Result<void> tryPart(const Filter& part, Sentence sentence) {
        if (TRY(passesNothing(part))) m_reasons.push_back(sentence());
        return {};
    }
    std::string timeReason() const {
        const auto range = timeRangeOf(*m_profile);
        if (range == TimeRange()) return "its samples have no times, so none passes --time";
        return fmt::format("no sample is in that time: they go from {} to {}", formatDuration(range.begin),
                           formatDuration(range.end));
    }
    std::string keyReason(std::string_view what, const std::string& pattern, const SampleKey& key) {
        auto sentence = fmt::format("no {} matches \"{}\"", what, pattern);
        const auto groups = sampleGroups(m_selector, *m_profile, m_value, {}, key, m_task);
        std::vector<std::string> names;
        for (const auto& group : groups.value_or(std::vector<SampleGroup>())) {
            if (group.isNamed) names.push_back(group.name);
        }
        return sentence + (names.empty() ? fmt::format("; its samples have no {}", what)
                                         : "; there are " + listed(names));
    }
    std::string labelReason(const LabelPattern& label) const {
        const auto values = labelValues(*m_profile, label.key);
        if (values.empty()) return missingLabel(*m_profile, label.key);
        return fmt::format("no label \"{}\" matches \"{}\"; its values are {}", label.key, label.pattern,
                           listed(values));
    }

    std::shared_ptr<const Profile> m_profile;
    ValueTypeIndex m_value;
    SampleSelector m_selector;
    Task m_task;
    std::vector<std::string> m_reasons;
};

} // namespace

void FilterOptions::addTo(Arguments& arguments) {
    const std::string group = "Filters";
    arguments
        .option("--time", time,
                "Only samples from A to B since the start, and these parts of samples that last: "
                "1.5s..3s, 200ms.., ..2")
        .valueName("A..B")
        .group(group);
    arguments.option("--process", filter.process, "Only processes whose name or pid matches")
        .valueName("RE")
        .group(group);
    arguments
        .option("--without-process", filter.withoutProcess, "Only processes whose name and pid do not match")
        .valueName("RE")
        .group(group);
    arguments.option("--thread", filter.thread, "Only threads whose name or tid matches")
        .valueName("RE")
        .group(group);
    arguments.option("--focus", filter.focus, "Only stacks with a function that matches")
        .valueName("RE")
        .group(group);
    arguments.option("--ignore", filter.ignore, "Only stacks without a function that matches")
        .valueName("RE")
        .group(group);
    arguments
        .option("--hide", filter.hide,
                "Leaves out frames of functions that match: their weight counts for the callers")
        .valueName("RE")
        .group(group);
    arguments.option("--label", labels, "Only samples with a label that matches")
        .valueName("KEY=RE")
        .group(group);
    std::vector<std::string> names;
    for (const auto& known : allTransforms())
        names.push_back(fmt::format("{}{}", known.name, argumentText(known.argument)));
    arguments
        .option("--transform", transforms,
                fmt::format("Changes stacks, in the order given: {}", fmt::join(names, ", ")))
        .valueName("NAME[:ARGUMENT]")
        .oneValueEach()
        .group(group);
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
    for (const auto& transform : transforms)
        result.transforms.push_back(TRY(transformFromText(transform)));
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

Result<std::vector<std::string>> whyNothingPasses(const std::shared_ptr<const Profile>& profile,
                                                  ValueTypeIndex value, const Filter& filter) {
    std::vector<std::string> none;
    if (filter.isEmpty() || profile->samples[value.row()].size() == 0) return none;
    EmptyFilter parts(profile, value);
    if (!TRY(parts.passesNothing(filter))) return none;
    return parts.reasons(filter);
}

namespace {

/// The name in the profile that the user of a transform may have meant.
std::string_view meantName(const FrameGroups& functions, const Transform& transform) {
    if (transform.names.empty()) return {};
    std::set<std::string_view> names;
    if (describe(transform.kind).argument == TransformArgument::Module) {
        for (const auto& mapping : functions.profile->mappings)
            names.insert(lastPathPart(functions.profile->text(mapping.path)));
    } else {
        for (const auto& group : functions.groups)
            names.insert(group.name);
    }
    const std::vector<std::string_view> sorted(names.begin(), names.end());
    const auto unknown =
        std::ranges::find_if(transform.names, [&](const std::string& name) { return !names.contains(name); });
    return unknown == transform.names.end() ? std::string_view() : nearestWord(*unknown, sorted);
}

} // namespace

Result<std::vector<std::string>> whatChangesNothing(const std::shared_ptr<const Profile>& profile,
                                                    const Filter& filter) {
    std::vector<std::string> sentences;
    FilteredStacks stacks(profile);
    if (!filter.hide.empty()) {
        const auto matches = TRY(matchingNames(*stacks.functions(), filter.hide));
        if (std::ranges::find(matches, 1) == matches.end())
            sentences.push_back(
                fmt::format("no function matches \"{}\", so --hide changes nothing", filter.hide));
    }
    const auto transformed = TRY(stacks.transformed(filter));
    for (std::size_t row = 0; row < filter.transforms.size(); ++row) {
        if (transformed->hasEffect[row]) continue;
        const auto& transform = filter.transforms[row];
        const auto meant = meantName(*stacks.functions(), transform);
        sentences.push_back(fmt::format("the transform {} changes nothing{}", transformText(transform),
                                        meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
    }
    return sentences;
}

Result<void> warnOfEmptyFilter(std::string_view subject, const std::shared_ptr<const Profile>& profile,
                               ValueTypeIndex value, const Filter& filter) {
    if (!value) return {};
    for (const auto& sentence : TRY(whyNothingPasses(profile, value, filter)))
        printMessage(subject, sentence);
    for (const auto& sentence : TRY(whatChangesNothing(profile, filter)))
        printMessage(subject, sentence);
    return {};
}

void warnOfMissingLabel(std::string_view subject, const Profile& profile, const SampleKey& key) {
    if (key.kind == SampleKey::Kind::Label && labelValues(profile, key.label).empty())
        printMessage(subject, missingLabel(profile, key.label));
}

} // namespace candela
