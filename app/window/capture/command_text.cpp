#include "app/window/capture/command_text.h"

#include "model/analysis/samples/sample_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QObject>

#include <algorithm>

namespace candela {

namespace {

/// A pattern that matches exactly these numbers.
std::string numbersPattern(std::vector<std::int32_t> numbers) {
    std::ranges::sort(numbers);
    const auto repeated = std::ranges::unique(numbers);
    numbers.erase(repeated.begin(), repeated.end());
    if (numbers.size() == 1) return fmt::format("^{}$", numbers.front());
    return fmt::format("^({})$", fmt::join(numbers, "|"));
}

/// The picked rows. Picked processes and threads are alternatives, but options for them would both have to
/// match, so both together are written as threads.
void addPicks(const Filter& filter, const Profile& profile, FilterArguments& arguments) {
    const auto add = [&](const char* option, const std::string& pattern, std::vector<std::int32_t> numbers) {
        if (!pattern.empty())
            arguments.missing << QObject::tr("rows picked in the timeline besides %1").arg(option);
        else
            arguments.words.insert(arguments.words.end(), {option, numbersPattern(std::move(numbers))});
    };
    std::vector<std::int32_t> numbers;
    if (filter.threads.empty()) {
        for (const auto process : filter.processes)
            numbers.push_back(profile.processes[process.row()].pid);
        if (!numbers.empty()) add("--process", filter.process, std::move(numbers));
        return;
    }
    for (std::size_t row = 0; row < profile.threads.size(); ++row) {
        const auto& thread = profile.threads[row];
        const bool isPicked = std::ranges::find(filter.threads, ThreadIndex(row)) != filter.threads.end() ||
                              std::ranges::find(filter.processes, thread.process) != filter.processes.end();
        if (isPicked) numbers.push_back(thread.tid);
    }
    add("--thread", filter.thread, std::move(numbers));
}

QString commandLine(const std::vector<std::string>& words, const FilterArguments& filter) {
    std::vector<std::string> shown;
    for (const auto* part : {&words, &filter.words})
        for (const auto& word : *part)
            shown.push_back(shellWord(word));
    auto line = QString::fromStdString(fmt::format("{}", fmt::join(shown, " ")));
    if (!filter.missing.isEmpty()) line += "  # " + QObject::tr("without %1").arg(filter.missing.join(", "));
    return line;
}

void addOption(std::vector<std::string>& words, const char* option, std::string_view value) {
    // After a space, it would be an option of its own.
    if (value.starts_with('-')) {
        words.push_back(fmt::format("{}={}", option, value));
        return;
    }
    words.emplace_back(option);
    words.emplace_back(value);
}

void addValue(std::vector<std::string>& words, const ViewState& state, const Profile& profile) {
    if (!state.value || state.value == profile.shownValue()) return;
    const auto name = profile.samples[state.value.row()].type.name;
    if (name) addOption(words, "--value", profile.text(name));
}

void addValueAndGrouping(std::vector<std::string>& words, const ViewState& state, const Profile& profile) {
    if (state.grouping != Grouping::Function) addOption(words, "--by", groupingName(state.grouping));
    addValue(words, state, profile);
}

} // namespace

FilterArguments filterArguments(const Filter& filter, const Profile& profile) {
    FilterArguments arguments;
    auto& words = arguments.words;
    if (filter.time) addOption(words, "--time", timeRangesText({*filter.time}));
    for (const auto& [option, pattern] : {std::pair("--process", &Filter::process),
                                          {"--without-process", &Filter::withoutProcess},
                                          {"--thread", &Filter::thread},
                                          {"--focus", &Filter::focus},
                                          {"--ignore", &Filter::ignore},
                                          {"--hide", &Filter::hide}})
        if (!(filter.*pattern).empty()) addOption(words, option, filter.*pattern);
    addPicks(filter, profile, arguments);
    if (!filter.cpus.empty()) arguments.missing << QObject::tr("CPUs that were picked in the timeline");
    for (const auto& label : filter.labels)
        addOption(words, "--label", label.key + "=" + label.pattern);
    for (const auto& transform : filter.transforms)
        addOption(words, "--transform", transformText(transform));
    return arguments;
}

QString reportCommand(const ViewState& state, const Profile& profile, const QString& file,
                      ReportShape shape) {
    std::vector<std::string> words{"candela", "report", file.toStdString()};
    addValueAndGrouping(words, state, profile);
    if (shape == ReportShape::Tree) words.emplace_back("--tree");
    if (shape == ReportShape::Tree && state.roots) addOption(words, "--root", sampleKeyName(*state.roots));
    return commandLine(words, filterArguments(state.filter, profile));
}

QString annotateCommand(const ViewState& state, const Profile& profile, const QString& file,
                        const CallStep& function, InlinedCode inlined, const CodeSources& sources) {
    const auto module = function.module.empty() ? std::string() : function.module + "!";
    std::vector<std::string> words{"candela", "annotate", file.toStdString(), module + function.name};
    if (inlined == InlinedCode::AtTheCall) addOption(words, "--inlined", "call");
    for (const auto& [from, to] : sources.mappings)
        addOption(words, "--source-path", from + "=" + to);
    for (const auto& folder : sources.folders)
        addOption(words, "--symbols", folder);
    if (sources.servers == AskServers::Yes) words.emplace_back("--debuginfod");
    addValue(words, state, profile);
    return commandLine(words, filterArguments(state.filter, profile));
}

QString diffCommand(const ViewState& state, const Profile& profile, const SideFiles& base,
                    const SideFiles& newSide, std::string_view normalize, const ComparedChoice& choice) {
    std::vector<std::string> words{"candela", "diff", base.files.join(',').toStdString(),
                                   newSide.files.join(',').toStdString()};
    if (!base.times.empty()) addOption(words, "--base-time", timeRangesText(base.times));
    if (!newSide.times.empty()) addOption(words, "--new-time", timeRangesText(newSide.times));
    addValueAndGrouping(words, state, profile);
    addOption(words, "--normalize", normalize);
    for (const auto& link : choice.links)
        addOption(words, link.kind == HandLinkKind::Link ? "--link" : "--unlink",
                  link.base + "=" + link.newName);
    for (const auto& pin : choice.pins)
        addOption(words, "--pin", pin);
    auto arguments = filterArguments(state.filter, profile);
    if (state.roots)
        arguments.missing
            << QObject::tr("a tree for each %1").arg(QString::fromStdString(sampleKeyName(*state.roots)));
    return commandLine(words, arguments);
}

QString seriesCommand(const std::vector<QStringList>& captures, const SeriesRequest& request,
                      const Profile& last, const ComparedChoice& choice) {
    std::vector<std::string> words{"candela", "series"};
    for (const auto& files : captures)
        words.push_back(files.join(',').toStdString());
    addOption(words, "--value", request.valueName);
    addOption(words, "--by", groupingName(request.grouping));
    if (choice.normalize) addOption(words, "--normalize", normalizeName(*choice.normalize));
    addOption(words, "--sort", choice.weights == ListedWeights::Self ? "self" : "total");
    return commandLine(words, filterArguments(request.filter, last));
}

std::string shellWord(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

} // namespace candela
