#include "app/window/capture/capture_facts.h"

#include "model/analysis/completeness/cpu_account.h"
#include "model/analysis/completeness/missing_names.h"
#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/base/units.h"
#include "model/profile/kept_counts.h"
#include "model/profile/losses.h"
#include "model/profile/recorded_processes.h"
#include "model/profile/recorded_scope.h"
#include "views/filter/label_titles.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"

#include <QDateTime>
#include <QLocale>
#include <QObject>
#include <QStringList>

#include <algorithm>

namespace candela {
namespace {

QString share(double part, double whole) {
    return plainText(formatShare(part, whole));
}

/// Facts without a value are left out.
class FactList {
public:
    explicit FactList(const QString& title) { m_part.title = title; }
    FactList& add(const QString& name, const QString& value, const QString& key = {}) {
        if (!value.isEmpty()) m_part.facts.push_back({name, value, key});
        return *this;
    }
    void moveTo(std::vector<CaptureFacts>& parts) {
        if (!m_part.facts.empty()) parts.push_back(std::move(m_part));
    }

private:
    CaptureFacts m_part;
};

FactList recordingFacts(const Profile& profile) {
    const auto& origin = profile.origin;
    FactList facts(QObject::tr("Recording"));
    facts.add(QObject::tr("File"), plainText(origin.file))
        .add(QObject::tr("Format"), plainText(origin.format));
    facts.add(QObject::tr("Recorded"), plainText(scopeText(origin.command)));
    if (origin.startTime != noTime)
        facts.add(QObject::tr("Started"),
                  QLocale().toString(QDateTime::fromMSecsSinceEpoch(origin.startTime / 1'000'000),
                                     QLocale::ShortFormat));
    if (origin.duration > 0) facts.add(QObject::tr("Duration"), plainText(formatDuration(origin.duration)));
    facts.add(QObject::tr("Host"), plainText(origin.host))
        .add(QObject::tr("Kernel"), plainText(origin.kernel))
        .add(QObject::tr("Processor"), plainText(origin.processor));
    if (origin.cpus > 0) facts.add(QObject::tr("CPUs"), QString::number(origin.cpus));
    if (origin.idleTime > 0)
        facts.add(QObject::tr("Idle"),
                  QObject::tr("%1 of CPU time").arg(plainText(formatDuration(origin.idleTime))));
    if (origin.stolenTime > 0)
        facts.add(QObject::tr("Stolen"), QObject::tr("%1 of CPU time was used by other virtual machines")
                                             .arg(plainText(formatDuration(origin.stolenTime))));
    if (!profile.processes.empty())
        facts.add(QObject::tr("Processes"),
                  QObject::tr("%1 with %2 threads", "", static_cast<int>(profile.threads.size()))
                      .arg(countText(recordedProcesses(profile)), countText(profile.threads.size())));
    return facts;
}

FactList valueFacts(const Profile& profile) {
    FactList facts(QObject::tr("Values"));
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        const auto& table = profile.samples[row];
        facts.add(plainText(profile.text(table.type.name)),
                  QObject::tr("%1 in %2")
                      .arg(plainText(formatWeight(profile.totalWeight(ValueTypeIndex(row)),
                                                  profile.text(table.type.unit))),
                           plainText(formatSamples(table.size()))));
    }
    return facts;
}

/// The modules where stacks ended early, with the number of stacks that pass through each.
void addBrokenModules(FactList& facts, const Completeness& completeness) {
    constexpr std::size_t shownModules = 8;
    const auto& modules = completeness.brokenModules;
    for (std::size_t row = 0; row < std::min(shownModules, modules.size()); ++row) {
        const auto& module = modules[row];
        QStringList reasons;
        for (const auto& [reason, broken] : module.broken)
            reasons << QString("%1 %2").arg(
                share(static_cast<double>(broken), static_cast<double>(module.stacks)), modelText(reason));
        facts.add(row == 0 ? QObject::tr("Broken in") : QString(),
                  QString("%1: %2").arg(plainText(lastPathPart(module.module)), reasons.join(", ")));
        if (!module.remedy.empty()) facts.add({}, plainText(module.remedy));
    }
    if (modules.size() > shownModules)
        facts.add({}, QObject::tr("%1 more").arg(countText(modules.size() - shownModules)));
}

FactList completenessFacts(const Profile& profile, const Completeness& completeness,
                           const std::optional<CpuAccount>& account) {
    FactList facts(QObject::tr("Completeness"));
    QString name = QObject::tr("Lost");
    for (const auto& line : lossLines(profile)) {
        facts.add(name, plainText(line));
        name.clear();
    }
    const bool isAllSeen = !account || account->disagreements.empty();
    if (!name.isEmpty() && profile.hasRecorderUsage)
        facts.add(name, isAllSeen ? QObject::tr("nothing") : QObject::tr("no samples"));
    const auto stacks = static_cast<double>(completeness.userStacks);
    const bool isKnown = completeness.complete > 0 || completeness.broken.empty() ||
                         completeness.broken.front().first != "unknown";
    if (completeness.userStacks > 0 && isKnown) {
        facts.add(QObject::tr("User stacks"),
                  QObject::tr("%1 are whole").arg(share(static_cast<double>(completeness.complete), stacks)));
        for (const auto& [reason, broken] : completeness.broken)
            facts.add({},
                      QString("%1 %2").arg(share(static_cast<double>(broken), stacks), modelText(reason)));
    }
    addBrokenModules(facts, completeness);
    if (completeness.stackless != 0)
        facts.add(QObject::tr("Without a stack"),
                  share(static_cast<double>(completeness.stackless), completeness.total));
    return facts;
}

/// The kernel's own account beside the sampled time, and where the two disagree.
FactList accountFacts(const std::optional<CpuAccount>& account) {
    constexpr std::size_t shownProcesses = 8;
    FactList facts(QObject::tr("CPU time"));
    if (!account) return facts;
    facts.add(QObject::tr("Counted by the kernel"), plainText(formatDuration(account->counted)));
    facts.add(QObject::tr("Sampled"), plainText(formatDuration(account->sampled)));
    const auto& disagreements = account->disagreements;
    for (std::size_t row = 0; row < std::min(shownProcesses, disagreements.size()); ++row)
        facts.add(row == 0 ? QObject::tr("Disagreement") : QString(),
                  plainText(disagreementText(disagreements[row])));
    if (disagreements.size() > shownProcesses)
        facts.add({}, QObject::tr("%1 more").arg(countText(disagreements.size() - shownProcesses)));
    return facts;
}

/// Weight without names: for each module the file that would provide them, and how to get it.
FactList unnamedFacts(const Profile& profile, const Completeness& completeness) {
    constexpr std::size_t shownModules = 8;
    FactList facts(QObject::tr("Cost without a name"));
    const auto missing = missingNames(profile, completeness);
    double sum = 0;
    QStringList remedies;
    for (const auto& module : missing)
        sum += static_cast<double>(module.weight);
    if (!missing.empty()) facts.add(QObject::tr("In all"), share(sum, completeness.total));
    for (std::size_t row = 0; row < std::min(shownModules, missing.size()); ++row) {
        const auto& module = missing[row];
        facts.add(row == 0 ? QObject::tr("Modules") : QString(),
                  QObject::tr("%1 in %2")
                      .arg(share(static_cast<double>(module.weight), completeness.total),
                           plainText(lastPathPart(module.module))));
        facts.add({}, plainText(module.file));
        // The model's remedy names an option of the command line.
        const auto remedy =
            module.file.empty()
                ? plainText(module.remedy)
                : QObject::tr("install the debug symbols of the packages, or look the names up below");
        if (!remedy.isEmpty() && !remedies.contains(remedy)) remedies << remedy;
    }
    if (missing.size() > shownModules)
        facts.add({}, QObject::tr("%1 more").arg(countText(missing.size() - shownModules)));
    for (const auto& remedy : remedies)
        facts.add(&remedy == &remedies.front() ? QObject::tr("What helps") : QString(), remedy);
    return facts;
}

FactList labelFacts(const Profile& profile) {
    constexpr std::size_t shownKeys = 32;
    FactList facts(QObject::tr("Labels"));
    const auto keys = labelKeys(profile);
    for (std::size_t row = 0; row < std::min(shownKeys, keys.size()); ++row)
        facts.add(labelTitle(keys[row].key),
                  QObject::tr("%Ln values", "", static_cast<int>(keys[row].values)),
                  plainText(keys[row].key));
    if (keys.size() > shownKeys)
        facts.add({}, QObject::tr("%1 more").arg(countText(keys.size() - shownKeys)));
    return facts;
}

/// What can be annotated without the files of this machine.
FactList keptFacts(const Profile& profile) {
    const auto kept = keptCounts(profile);
    FactList facts(QObject::tr("Kept of functions that were hit"));
    if (kept.functions > 0)
        facts.add(QObject::tr("Machine code"),
                  QObject::tr("%1, functions: %2")
                      .arg(plainText(formatBytes(kept.codeBytes)), countText(kept.functions)));
    if (kept.files > 0)
        facts.add(QObject::tr("Source lines"), QObject::tr("%1, lines: %2, files: %3")
                                                   .arg(plainText(formatBytes(kept.sourceBytes)),
                                                        countText(kept.lines), countText(kept.files)));
    return facts;
}

FactList recorderFacts(const Profile& profile) {
    FactList facts(QObject::tr("Recorder's own cost"));
    if (!profile.hasRecorderUsage) return facts;
    const auto& usage = profile.recorder;
    auto cpu = plainText(formatDuration(usage.cpuTime));
    if (profile.origin.duration > 0)
        cpu +=
            QObject::tr(" (%1 of one CPU)")
                .arg(share(static_cast<double>(usage.cpuTime), static_cast<double>(profile.origin.duration)));
    facts.add(QObject::tr("CPU time"), cpu)
        .add(QObject::tr("Memory"), plainText(formatBytes(usage.peakMemory)));
    if (usage.bpfRunCount > 0)
        facts.add(QObject::tr("In the kernel"),
                  QObject::tr("%1, %2 a run")
                      .arg(plainText(formatDuration(usage.bpfRunTime)),
                           plainText(formatDuration(usage.bpfRunTime /
                                                    static_cast<std::int64_t>(usage.bpfRunCount)))));
    return facts;
}

FactList remarks(const Profile& profile) {
    FactList facts(QObject::tr("Remarks"));
    for (const auto& warning : profile.warnings)
        facts.add(QObject::tr("Warning"), modelText(warning));
    for (const auto& comment : profile.comments)
        facts.add(QObject::tr("Comment"), plainText(comment));
    return facts;
}

} // namespace

std::vector<CaptureFacts> captureFacts(const Profile& profile, const Completeness& completeness) {
    std::vector<CaptureFacts> parts;
    recordingFacts(profile).moveTo(parts);
    valueFacts(profile).moveTo(parts);
    const auto account = cpuAccountOf(profile);
    completenessFacts(profile, completeness, account).moveTo(parts);
    accountFacts(account).moveTo(parts);
    unnamedFacts(profile, completeness).moveTo(parts);
    keptFacts(profile).moveTo(parts);
    recorderFacts(profile).moveTo(parts);
    labelFacts(profile).moveTo(parts);
    remarks(profile).moveTo(parts);
    return parts;
}

QString captureSummary(const Profile& profile) {
    QStringList parts;
    if (profile.origin.duration > 0) parts << plainText(formatDuration(profile.origin.duration));
    if (const auto value = profile.shownValue())
        parts << plainText(formatSamples(profile.samples[value.row()].size()));
    if (profile.origin.cpus > 0)
        parts << (profile.origin.cpus == 1 ? QObject::tr("1 CPU")
                                           : QObject::tr("%1 CPUs").arg(profile.origin.cpus));
    constexpr qsizetype maximumHost = 32; // letters
    if (!profile.origin.host.empty()) parts << shortText(plainText(profile.origin.host), maximumHost);
    return parts.join(" · ");
}

QString lossSummary(const Profile& profile) {
    QStringList lines;
    for (const auto& line : lossLines(profile))
        lines << plainText(line);
    return lines.isEmpty() ? QString() : QObject::tr("Lost: %1").arg(lines.join(", "));
}

} // namespace candela
