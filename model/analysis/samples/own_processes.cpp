#include "model/analysis/samples/own_processes.h"

#include "model/profile/recorded_scope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace candela {

namespace {

/// The programs, and what the recorder's processes call themselves ("Processes at run time" in
/// ARCHITECTURE.md).
constexpr std::array<std::string_view, 10> names{
    "candela",        "candela-recorde", "candela-recorder", "candela-opener", "candela-openers",
    "candela-forker", "candela-sandbox", "candela-symbols",  "candela-events", "candela-keeper"};

bool isOwnName(std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

} // namespace

const std::string& ownProcessPattern() {
    static const std::string pattern = [] {
        std::string endings;
        for (const auto name : names) {
            if (const auto ending = name.substr(std::string_view("candela").size()); !ending.empty())
                endings.append(endings.empty() ? "" : "|").append(ending.substr(1));
        }
        return "^candela(-(" + endings + "))?$";
    }();
    return pattern;
}

bool isOfWholeMachine(const Profile& profile) {
    return profile.origin.format == "candela" && profile.origin.command == wholeMachineScope;
}

bool isOwnProcess(const Profile& profile, ProcessIndex process) {
    if (!process || !isOfWholeMachine(profile)) return false;
    const auto name = profile.processes[process.row()].name;
    return name && isOwnName(profile.text(name));
}

bool isOwnProcessName(const Profile& profile, std::string_view name) {
    return isOwnName(name) && isOfWholeMachine(profile);
}

double ownShare(const Profile& profile, ValueTypeIndex value, const Task& task) {
    if (!value || !isOfWholeMachine(profile)) return 0;
    std::vector<char> isOwn(profile.threads.size());
    for (std::size_t row = 0; row < isOwn.size(); ++row)
        isOwn[row] = isOwnProcess(profile, profile.threads[row].process);
    if (std::ranges::find(isOwn, 1) == isOwn.end()) return 0;
    const auto& table = profile.samples[value.row()];
    double own = 0, all = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (row % samplesBetweenChecks == 0 && task.isCancelled()) return 0;
        const auto thread = table.threadAt(row);
        const double weight = std::abs(static_cast<double>(table.weight[row]));
        all += weight;
        if (thread && isOwn[thread.row()]) own += weight;
    }
    return all > 0 ? own / all : 0;
}

} // namespace candela
