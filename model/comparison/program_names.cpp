#include "model/comparison/program_names.h"

#include "model/base/path_text.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <vector>

namespace candela {

namespace {

std::string withoutVersion(std::string_view name) {
    const auto last = name.find_last_not_of("0123456789.-_ ");
    std::string stem(last == std::string_view::npos ? name : name.substr(0, last + 1));
    std::ranges::replace(stem, '\n', ' '); // kept in lines
    return stem;
}

std::string heaviestProcess(const Profile& profile) {
    const auto value = profile.shownValue();
    if (profile.processes.empty() || !value) return {};
    const auto& table = profile.samples[value.row()];
    std::vector<std::int64_t> threads(profile.threads.size()), processes(profile.processes.size());
    for (std::size_t row = 0; row < table.thread.size(); ++row)
        if (const auto thread = table.thread[row])
            threads[thread.row()] = wrappingSum(threads[thread.row()], table.weight[row]);
    for (std::size_t row = 0; row < threads.size(); ++row)
        if (const auto process = profile.threads[row].process)
            processes[process.row()] = wrappingSum(processes[process.row()], threads[row]);
    // One program may have many processes, as a compiler has in a build.
    std::vector<std::pair<std::string, std::int64_t>> programs;
    for (std::size_t row = 0; row < processes.size(); ++row)
        if (const auto name = profile.processes[row].name)
            programs.emplace_back(withoutVersion(profile.text(name)), processes[row]);
    std::ranges::sort(programs);
    std::string heaviest;
    std::int64_t most = -1;
    for (auto begin = programs.begin(); begin != programs.end();) {
        std::int64_t sum = 0;
        auto end = begin;
        for (; end != programs.end() && end->first == begin->first; ++end)
            sum = wrappingSum(sum, end->second);
        if (sum > most) {
            most = sum;
            heaviest = begin->first;
        }
        begin = end;
    }
    return heaviest;
}

/// In pprof's files, the first mapping is the program.
std::string firstModule(const Profile& profile) {
    for (const auto& mapping : profile.mappings) {
        const auto path = mapping.path ? profile.text(mapping.path) : std::string_view();
        if (!path.empty() && !path.starts_with('[')) return withoutVersion(lastPathPart(path));
    }
    return {};
}

} // namespace

ProgramNames programNames(const Profile& profile) {
    ProgramNames names;
    for (const auto& process : profile.processes)
        if (process.name) names.all.insert(withoutVersion(profile.text(process.name)));
    names.main = heaviestProcess(profile);
    if (names.main.empty()) names.main = firstModule(profile);
    if (!names.main.empty()) names.all.insert(names.main);
    return names;
}

} // namespace candela
