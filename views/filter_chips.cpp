#include "views/filter_chips.h"

#include "model/base/units.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::string_view specialLetters = "\\.+*?()|[]{}^$";

/// The alternatives between bars that no backslash or bracket protects. Only exact patterns are taken apart.
std::vector<std::string> alternatives(const std::string& pattern) {
    std::vector<std::string> parts(1);
    for (std::size_t place = 0; place < pattern.size(); ++place) {
        if (pattern[place] == '\\' && place + 1 < pattern.size()) {
            parts.back() += pattern[place++];
            parts.back() += pattern[place];
        } else if (pattern[place] == '|') {
            parts.emplace_back();
        } else {
            parts.back() += pattern[place];
        }
    }
    const bool areExact =
        std::ranges::all_of(parts, [](const auto& part) { return exactText(part).has_value(); });
    return areExact ? parts : std::vector{pattern};
}

QString patternText(const std::string& pattern) {
    return QString::fromStdString(exactText(pattern).value_or(pattern));
}

/// Chips of a text pattern, one for each of its exact alternatives.
void addPattern(std::vector<FilterChip>& chips, const Filter& filter, std::string Filter::*member,
                const QString& title, const QString& toolTip) {
    const auto parts = alternatives(filter.*member);
    if ((filter.*member).empty()) return;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        FilterChip chip{title + " " + patternText(parts[part]), toolTip, filter};
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

QString nameAndNumber(std::string_view name, std::int32_t number) {
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + " " +
           QString::number(number);
}

QString threadsText(const std::vector<ThreadIndex>& threads, const Profile& profile) {
    const auto name = [&](StringIndex text) { return text ? profile.text(text) : std::string_view(); };
    const auto& first = profile.threads[threads.front().row()];
    if (threads.size() == 1) return QObject::tr("Thread: %1").arg(nameAndNumber(name(first.name), first.tid));
    const bool isOneProcess = first.process && std::ranges::all_of(threads, [&](ThreadIndex thread) {
                                  return profile.threads[thread.row()].process == first.process;
                              });
    if (!isOneProcess) return QObject::tr("%1 threads").arg(threads.size());
    const auto& process = profile.processes[first.process.row()];
    return QObject::tr("Process: %1").arg(nameAndNumber(name(process.name), process.pid));
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
    for (std::size_t place = 1; place + 1 < pattern.size(); ++place) {
        if (pattern[place] == '\\') {
            if (place + 2 >= pattern.size()) return std::nullopt;
            ++place;
        } else if (specialLetters.find(pattern[place]) != std::string_view::npos) {
            return std::nullopt;
        }
        text += pattern[place];
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
    if (!filter.threads.empty()) {
        FilterChip chip{threadsText(filter.threads, profile), QObject::tr("Picked in the timeline"), filter};
        chip.without.threads.clear();
        chips.push_back(std::move(chip));
    }
    addPattern(chips, filter, &Filter::process, QObject::tr("Process:"),
               QObject::tr("Processes whose name or pid matches"));
    addPattern(chips, filter, &Filter::thread, QObject::tr("Thread:"),
               QObject::tr("Threads whose name or tid matches"));
    addPattern(chips, filter, &Filter::focus, QObject::tr("Focus:"),
               QObject::tr("Only stacks with this function"));
    addPattern(chips, filter, &Filter::ignore, QObject::tr("Ignore:"),
               QObject::tr("No stacks with this function"));
    for (std::size_t row = 0; row < filter.labels.size(); ++row) {
        const auto& label = filter.labels[row];
        FilterChip chip{QString::fromStdString(label.key) + " = " + patternText(label.pattern),
                        QObject::tr("Samples with this label"), filter};
        chip.without.labels.erase(chip.without.labels.begin() + static_cast<std::ptrdiff_t>(row));
        chips.push_back(std::move(chip));
    }
    return chips;
}

} // namespace candela
