/// `candela info`: the contents of a file, and how complete it is.
#include "app/commands/all_commands.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/account_text.h"
#include "app/commands/output/names_text.h"
#include "app/commands/output/output_text.h"
#include "app/commands/output/table_text.h"
#include "model/analysis/completeness/completeness.h"
#include "model/analysis/completeness/missing_names.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "model/profile/kept_counts.h"
#include "model/profile/losses.h"
#include "model/profile/recorded_processes.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

QJsonObject countsOf(const std::vector<std::pair<std::string, std::uint64_t>>& counts) {
    QJsonObject object;
    for (const auto& [reason, count] : counts)
        object[QString::fromStdString(reason)] = qint64(count);
    return object;
}

QJsonObject userStacksOf(const Completeness& completeness) {
    QJsonObject modules;
    for (const auto& module : completeness.brokenModules)
        modules[jsonText(module.module).toString()] =
            QJsonObject{{"samples", qint64(module.stacks)}, {"broken", countsOf(module.broken)}};
    return {{"samples", qint64(completeness.userStacks)},
            {"complete", qint64(completeness.complete)},
            {"broken", countsOf(completeness.broken)},
            {"broken_in", modules}};
}

/// A share is only given if the weight of the lost samples is known.
QJsonObject lossJson(const Profile& profile, const Loss& loss) {
    QJsonObject row{
        {"value", jsonText(loss.value)}, {"reason", jsonText(loss.reason)}, {"samples", qint64(loss.count)}};
    if (const auto share = lostShare(profile, loss)) {
        row["weight"] = qint64(loss.weight);
        row["share"] = *share;
    }
    return row;
}

QJsonObject keptJson(const Profile& profile) {
    const auto kept = keptCounts(profile);
    const auto self = profile.code.empty() ? KeptSelf{} : keptSelf(profile, profile.shownValue());
    return {{"functions", qint64(kept.functions)},     {"code_bytes", qint64(kept.codeBytes)},
            {"self_with_code", qint64(self.kept)},     {"self_in_user_code", qint64(self.all)},
            {"source_files", qint64(kept.files)},      {"source_lines", qint64(kept.lines)},
            {"source_bytes", qint64(kept.sourceBytes)}};
}

QJsonObject inspectionJson(const std::string& file, const Symbolized& opened,
                           const Completeness& completeness) {
    const auto& profile = opened.profile;
    QJsonArray values;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        const auto& table = profile.samples[row];
        values.append(QJsonObject{{"name", jsonText(profile.text(table.type.name))},
                                  {"unit", jsonText(profile.text(table.type.unit))},
                                  {"samples", qint64(table.size())},
                                  {"total", qint64(profile.totalWeight(ValueTypeIndex(row)))}});
    }
    QJsonObject lost;
    QJsonArray lostOfValues;
    for (const auto& loss : profile.losses) {
        if (lossKind(loss) == LossKind::Time) continue;
        const auto reason = jsonText(loss.reason);
        const auto before = lost[reason.toString()].toInteger();
        lost[reason.toString()] = before + qint64(loss.count);
        if (!loss.value.empty()) lostOfValues.append(lossJson(profile, loss));
    }
    QJsonArray lostTime;
    for (const auto& time : lostTimes(profile)) {
        QJsonObject row{{"begin_ns", qint64(time.begin)}};
        if (time.end != noTime) row["end_ns"] = qint64(time.end);
        lostTime.append(row);
    }
    QJsonObject unnamed;
    for (const auto& [module, weight] : completeness.unnamed)
        unnamed[jsonText(module).toString()] = qint64(weight);
    QJsonArray missing;
    for (const auto& file : missingNames(profile, completeness)) {
        QJsonObject row{{"module", jsonText(file.module)}, {"weight", qint64(file.weight)}};
        if (!file.buildId.empty()) row["build_id"] = jsonText(file.buildId);
        if (!file.file.empty()) row["debug_file"] = jsonText(file.file);
        missing.append(row);
    }
    QJsonObject labels;
    for (const auto& label : labelKeys(profile))
        labels[jsonText(label.key).toString()] = qint64(label.values);
    QJsonArray warnings;
    for (const auto& warning : profile.warnings)
        warnings.append(jsonText(warning));
    QJsonObject object{{"file", jsonText(file)},
                       {"format", jsonText(profile.origin.format)},
                       {"values", values},
                       {"duration_ns", qint64(profile.origin.duration)},
                       {"processes", qint64(recordedProcesses(profile))},
                       {"threads", qint64(profile.threads.size())},
                       {"lost", lost},
                       {"lost_samples", qint64(lostSamples(profile.losses))},
                       {"lost_of_values", lostOfValues},
                       {"lost_times", lostTime},
                       {"user_stacks", userStacksOf(completeness)},
                       {"without_stack", qint64(completeness.stackless)},
                       {"unnamed", unnamed},
                       {"unnamed_files", missing},
                       {"labels", labels},
                       {"kept", keptJson(profile)},
                       {"warnings", warnings}};
    if (const auto account = cpuAccountOf(profile)) object["cpu_account"] = accountJson(*account);
    if (profile.origin.stolenTime != 0) object["stolen_ns"] = qint64(profile.origin.stolenTime);
    if (!opened.modules.empty()) object["names"] = namesJson(opened.modules);
    if (profile.hasRecorderUsage)
        object["recorder"] = QJsonObject{{"cpu_ns", qint64(profile.recorder.cpuTime)},
                                         {"peak_rss_bytes", qint64(profile.recorder.peakMemory)}};
    return object;
}

void addLine(std::string& text, std::string_view title, const std::string& value) {
    if (!value.empty()) text += titledLine(title, value);
}

std::string recorderCost(const Profile& profile) {
    if (!profile.hasRecorderUsage) return {};
    const auto& usage = profile.recorder;
    std::string text = fmt::format("{} of CPU time", formatDuration(usage.cpuTime));
    if (profile.origin.duration > 0)
        text += fmt::format(" ({} of one CPU)", formatShare(static_cast<double>(usage.cpuTime),
                                                            static_cast<double>(profile.origin.duration)));
    text += fmt::format(", {} of memory", formatBytes(usage.peakMemory));
    if (usage.bpfRunCount > 0)
        text += fmt::format(", {} in the kernel ({} a run)", formatDuration(usage.bpfRunTime),
                            formatDuration(usage.bpfRunTime / static_cast<std::int64_t>(usage.bpfRunCount)));
    return text;
}

/// "broken in": the modules where stacks ended early, with the number of stacks that pass through each.
std::string brokenModules(const Completeness& completeness) {
    constexpr std::size_t shown = 10;
    std::string text;
    for (std::size_t row = 0; row < std::min(shown, completeness.brokenModules.size()); ++row) {
        const auto& module = completeness.brokenModules[row];
        std::string reasons;
        for (const auto& [reason, count] : module.broken)
            reasons += fmt::format(
                "{}{} {}", reasons.empty() ? "" : ", ",
                formatShare(static_cast<double>(count), static_cast<double>(module.stacks)), reason);
        addLine(text, row == 0 ? "broken in" : "", fmt::format("{}: {}", module.module, reasons));
        if (!module.remedy.empty()) addLine(text, "", "  " + module.remedy);
    }
    if (completeness.brokenModules.size() > shown)
        addLine(text, "", fmt::format("{} more", completeness.brokenModules.size() - shown));
    return text;
}

std::string stackLines(const Completeness& completeness) {
    std::string text;
    const auto samples = static_cast<double>(completeness.userStacks);
    const auto& broken = completeness.broken;
    if (completeness.complete == 0 && broken.size() == 1 &&
        broken[0].first == stackEndName(StackEnd::Unknown)) {
        addLine(text, "user stacks", "the file does not state which are complete");
        return text;
    }
    addLine(text, "user stacks",
            fmt::format("{} reach the thread's start",
                        formatShare(static_cast<double>(completeness.complete), samples)));
    for (const auto& [reason, count] : broken)
        addLine(text, "", fmt::format("{} {}", formatShare(static_cast<double>(count), samples), reason));
    return text + brokenModules(completeness);
}

/// "without stack": weight whose code is not known at all.
std::string stacklessLine(const Profile& profile, const Completeness& completeness) {
    if (completeness.stackless == 0) return {};
    const auto& type = profile.samples[profile.shownValue().row()].type;
    return titledLine(
        "without stack",
        fmt::format("{} ({}): no code is known for it",
                    formatWeight(completeness.stackless, profile.text(type.unit)),
                    formatShare(static_cast<double>(completeness.stackless), completeness.total)));
}

/// "unnamed": weight without names, the reason, and the file that would provide them.
std::string unnamedLines(const Symbolized& opened, const Completeness& completeness) {
    constexpr std::size_t shown = 10;
    std::string text;
    const auto missing = missingNames(opened.profile, completeness);
    std::vector<std::string> remedies;
    for (std::size_t row = 0; row < std::min(shown, missing.size()); ++row) {
        const auto& [module, weight, buildId, file, example, remedy] = missing[row];
        addLine(
            text, row == 0 ? "unnamed" : "",
            fmt::format("{} in {}", formatShare(static_cast<double>(weight), completeness.total), module));
        if (const auto problem = problemOf(module, opened.modules); !problem.empty())
            addLine(text, "", "  it " + problem);
        if (!example.empty())
            addLine(text, "", fmt::format("  its functions are known by where they start, as {}", example));
        if (!file.empty()) addLine(text, "", fmt::format("  its names would be in {}", file));
        if (!remedy.empty() && std::ranges::find(remedies, remedy) == remedies.end())
            remedies.push_back(remedy);
    }
    if (missing.size() > shown) addLine(text, "", fmt::format("{} more", missing.size() - shown));
    for (std::size_t row = 0; row < remedies.size(); ++row)
        addLine(text, row == 0 ? "what helps" : "", remedies[row]);
    return text;
}

/// "kept code" and "kept source": what annotations have without the files of this machine.
std::string keptText(const Profile& profile) {
    const auto kept = keptCounts(profile);
    const auto count = [](std::size_t number) { return formatCount(static_cast<std::int64_t>(number)); };
    std::string text;
    if (kept.functions > 0) {
        addLine(text, "kept code",
                fmt::format("{}, functions {}", formatBytes(kept.codeBytes), count(kept.functions)));
        const auto self = keptSelf(profile, profile.shownValue());
        addLine(text, "",
                fmt::format(
                    "{} of the self weight in user code has it: that of the functions that were hit most, "
                    "about {} % of a recording's bytes",
                    formatShare(static_cast<double>(self.kept), static_cast<double>(self.all)),
                    maximumKeptCodePercent));
    }
    if (kept.files > 0)
        addLine(text, "kept source",
                fmt::format("{}, lines {}, files {}", formatBytes(kept.sourceBytes), count(kept.lines),
                            count(kept.files)));
    return text;
}

std::string inspectionText(const std::string& file, const Symbolized& opened,
                           const Completeness& completeness) {
    const auto& profile = opened.profile;
    std::string text;
    addLine(text, "file", file);
    addLine(text, "format", profile.origin.format);
    addLine(text, "recorded", profile.origin.command);
    addLine(text, "host", profile.origin.host);
    addLine(text, "kernel", profile.origin.kernel);
    addLine(text, "processor", profile.origin.processor);
    addLine(text, "CPUs", profile.origin.cpus > 0 ? std::to_string(profile.origin.cpus) : "");
    addLine(text, "duration", profile.origin.duration > 0 ? formatDuration(profile.origin.duration) : "");
    addLine(text, "idle",
            profile.origin.idleTime > 0 ? formatDuration(profile.origin.idleTime) + " of CPU time" : "");
    addLine(text, "stolen",
            profile.origin.stolenTime > 0 ? formatDuration(profile.origin.stolenTime) +
                                                " of CPU time was used by other virtual machines"
                                          : "");
    if (!profile.threads.empty())
        addLine(text, "processes",
                fmt::format("{}, threads {}", recordedProcesses(profile), profile.threads.size()));
    addLine(text, "recorder", recorderCost(profile));
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        const auto& table = profile.samples[row];
        addLine(
            text, row == 0 ? "values" : "",
            fmt::format("{}: {} in {}", profile.text(table.type.name),
                        formatWeight(profile.totalWeight(ValueTypeIndex(row)), profile.text(table.type.unit)),
                        formatSamples(table.size())));
    }
    const auto lost = lossLines(profile);
    for (std::size_t row = 0; row < lost.size(); ++row)
        addLine(text, row == 0 ? "lost" : "", lost[row]);
    const auto account = cpuAccountOf(profile);
    const bool isAllSeen = !account || account->disagreements.empty();
    // Other formats do not record losses.
    if (lost.empty() && profile.hasRecorderUsage)
        addLine(text, "lost", isAllSeen ? "nothing" : "no samples, but sampling and the kernel disagree");
    if (account) text += accountLines(*account);
    text += stackLines(completeness);
    text += stacklessLine(profile, completeness);
    addLine(text, "names", namesText(opened.modules));
    text += unnamedLines(opened, completeness);
    std::string labels;
    for (const auto& label : labelKeys(profile))
        labels += fmt::format("{}{} ({})", labels.empty() ? "" : ", ", label.key, label.values);
    addLine(text, "labels", labels);
    text += keptText(profile);
    for (const auto& warning : profile.warnings)
        addLine(text, "warning", warning);
    for (const auto& comment : profile.comments)
        addLine(text, "comment", comment);
    return text;
}

struct InspectionOptions {
    std::string file;
    std::string format;
    LookupOptions lookup;
};

Result<void> run(const InspectionOptions& options) {
    std::size_t ownCode = 0;
    auto opened = TRY(openSymbolized(options.file, options.lookup, &ownCode));
    opened.profile.code.resize(ownCode); // code of this machine's files is not kept by the file
    const auto completeness = completenessOf(opened.profile);
    if (options.format == "json")
        printJson(inspectionJson(options.file, opened, completeness));
    else
        printText(inspectionText(options.file, opened, completeness));
    return {};
}

} // namespace

void addInspection(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<InspectionOptions>();
    arguments.option("FILE", options->file, "A profile; - is standard input").required();
    addFormatOption(arguments, options->format, {"text", "json"});
    options->lookup.addTo(arguments);
    arguments.run([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        if (!done) status = reportError(options->file, done.error());
    });
}

} // namespace candela
