#include "views/session/filter_chips.h"

#include "model/analysis/samples/allocator_functions.h"
#include "model/analysis/samples/own_processes.h"
#include "model/base/units.h"
#include "views/session/view_state.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::string_view specialLetters = "\\.+*?()|[]{}^$";

/// The alternatives, which are separated by unescaped bars outside of brackets. Only exact patterns are
/// split.
std::vector<std::string> alternatives(const std::string& pattern) {
    std::vector<std::string> parts(1);
    for (std::size_t position = 0; position < pattern.size(); ++position) {
        if (pattern[position] == '\\' && position + 1 < pattern.size()) {
            parts.back() += pattern[position++];
            parts.back() += pattern[position];
        } else if (pattern[position] == '|') {
            parts.emplace_back();
        } else {
            parts.back() += pattern[position];
        }
    }
    const bool areExact =
        std::ranges::all_of(parts, [](const auto& part) { return exactText(part).has_value(); });
    return areExact ? parts : std::vector{pattern};
}

QString patternText(const std::string& pattern) {
    if (pattern == ownProcessPattern()) return QObject::tr("Candela itself");
    if (pattern == allocatorPattern()) return QObject::tr("memory allocation");
    return plainText(exactText(pattern).value_or(pattern));
}

/// Chips of a text pattern, one for each of its exact alternatives.
void addPattern(std::vector<FilterChip>& chips, const Filter& filter, std::string Filter::*member,
                const QString& title, const QString& toolTip) {
    const auto parts = alternatives(filter.*member);
    if ((filter.*member).empty()) return;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        FilterChip chip{title + " " + patternText(parts[part]), toolTip, filter, member};
        std::string left;
        for (std::size_t other = 0; other < parts.size(); ++other) {
            if (other == part) continue;
            if (!left.empty()) left += '|';
            left += parts[other];
        }
        chip.without.*member = left;
        chips.push_back(std::move(chip));
    }
}

QString nameOf(StringIndex name, const Profile& profile) {
    const auto text = name ? profile.text(name) : std::string_view();
    return plainText(text);
}

QString processText(ProcessIndex index, const Profile& profile) {
    const auto& process = profile.processes[index.row()];
    return QObject::tr("Process: %1 %2").arg(nameOf(process.name, profile), QString::number(process.pid));
}

QString processesText(const std::vector<ProcessIndex>& processes, const Profile& profile) {
    return processes.size() == 1 ? processText(processes.front(), profile)
                                 : QObject::tr("%1 processes").arg(countText(processes.size()));
}

/// If these are all threads of a process, names the process.
QString threadsText(const std::vector<ThreadIndex>& threads, const Profile& profile) {
    const auto process = profile.threads[threads.front().row()].process;
    const auto isOfIt = [&](const Thread& thread) { return thread.process == process; };
    const bool areOfOne = process && std::ranges::all_of(threads, [&](ThreadIndex thread) {
                              return isOfIt(profile.threads[thread.row()]);
                          });
    if (areOfOne && std::ranges::count_if(profile.threads, isOfIt) == std::ssize(threads))
        return processText(process, profile);
    if (threads.size() > 1) return QObject::tr("%1 threads").arg(countText(threads.size()));
    const auto& only = profile.threads[threads.front().row()];
    return QObject::tr("Thread: %1 %2").arg(nameOf(only.name, profile), QString::number(only.tid));
}

QString cpusText(const std::vector<std::int32_t>& cpus) {
    if (cpus.size() > 1) return QObject::tr("%1 CPUs").arg(countText(cpus.size()));
    return cpus.front() < 0 ? QObject::tr("CPU: not known") : QObject::tr("CPU: %1").arg(cpus.front());
}

/// The chip of one transform. Its tooltip describes the transform and has what the text omits: the call path,
/// and the position among the transforms.
FilterChip transformChip(const Filter& filter, std::size_t row) {
    const auto& transform = filter.transforms[row];
    QStringList names;
    for (const auto& name : transform.names)
        names << codeText(name);
    const auto& known = describe(transform.kind);
    auto toolTip = modelText(known.description);
    toolTip[0] = toolTip[0].toUpper();
    if (known.argument == TransformArgument::CallPath) toolTip += "\n" + names.join(" › ");
    if (filter.transforms.size() > 1)
        toolTip += "\n" + QObject::tr("Transform %1 of %2, in the order in which they are applied")
                              .arg(row + 1)
                              .arg(filter.transforms.size());
    FilterChip chip{transformWords(transform), toolTip, filter};
    chip.without.transforms.erase(chip.without.transforms.begin() + static_cast<std::ptrdiff_t>(row));
    return chip;
}

template<typename Row>
void addPicked(std::vector<FilterChip>& chips, const Filter& filter, std::vector<Row> Filter::*member,
               const QString& text) {
    chips.push_back({text, QObject::tr("Picked in the timeline"), filter});
    (chips.back().without.*member).clear();
}

} // namespace

std::string exactPattern(std::string_view text) {
    std::string pattern = "^";
    for (const char letter : text) {
        if (specialLetters.find(letter) != std::string_view::npos) pattern += '\\';
        pattern += letter;
    }
    return pattern + "$";
}

std::optional<std::string> exactText(std::string_view pattern) {
    if (pattern.size() < 2 || pattern.front() != '^' || pattern.back() != '$') return std::nullopt;
    std::string text;
    for (std::size_t position = 1; position + 1 < pattern.size(); ++position) {
        if (pattern[position] == '\\') {
            if (position + 2 >= pattern.size()) return std::nullopt;
            ++position;
        } else if (specialLetters.find(pattern[position]) != std::string_view::npos) {
            return std::nullopt;
        }
        text += pattern[position];
    }
    return text;
}

std::vector<FilterChip> filterChips(const Filter& filter, const Profile& profile) {
    std::vector<FilterChip> chips;
    if (filter.time) {
        const auto text = [](std::int64_t time) { return QString::fromStdString(formatDuration(time)); };
        FilterChip chip{QObject::tr("Time: %1 – %2").arg(text(filter.time->begin), text(filter.time->end)),
                        QObject::tr("Samples of %1").arg(text(filter.time->end - filter.time->begin)),
                        filter};
        chip.without.time.reset();
        chips.push_back(std::move(chip));
    }
    if (!filter.processes.empty())
        addPicked(chips, filter, &Filter::processes, processesText(filter.processes, profile));
    if (!filter.threads.empty())
        addPicked(chips, filter, &Filter::threads, threadsText(filter.threads, profile));
    if (!filter.cpus.empty()) addPicked(chips, filter, &Filter::cpus, cpusText(filter.cpus));
    addPattern(chips, filter, &Filter::process, QObject::tr("Process:"),
               QObject::tr("Processes whose name or pid matches"));
    addPattern(chips, filter, &Filter::withoutProcess, QObject::tr("Without process:"),
               QObject::tr("No processes whose name or pid matches"));
    addPattern(chips, filter, &Filter::thread, QObject::tr("Thread:"),
               QObject::tr("Threads whose name or tid matches"));
    addPattern(chips, filter, &Filter::focus, QObject::tr("Focus:"),
               QObject::tr("Only stacks with this function"));
    addPattern(chips, filter, &Filter::ignore, QObject::tr("Ignore:"),
               QObject::tr("No stacks with this function"));
    addPattern(chips, filter, &Filter::hide, QObject::tr("Hide:"),
               QObject::tr("Without frames of this function: their weight counts for the callers"));
    for (std::size_t row = 0; row < filter.labels.size(); ++row) {
        const auto& label = filter.labels[row];
        FilterChip chip{plainText(label.key) + " = " + patternText(label.pattern),
                        QObject::tr("Samples with this label"), filter, nullptr, row};
        chip.without.labels.erase(chip.without.labels.begin() + static_cast<std::ptrdiff_t>(row));
        chips.push_back(std::move(chip));
    }
    for (std::size_t row = 0; row < filter.transforms.size(); ++row)
        chips.push_back(transformChip(filter, row));
    return chips;
}

} // namespace candela
