#include "recorder/service_load.h"

#include "recorder/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace candela {

namespace {

constexpr std::string_view unitPrefix = "candela-recorder@";

/// Where the control groups of this service's siblings are; empty where we are no such service.
std::filesystem::path folderOfServices() {
    const auto text = readSystemFile("/proc/self/cgroup");
    constexpr std::string_view unified = "0::"; // its line in cgroups(7)
    const auto begin = text.starts_with(unified) ? 0 : text.find("\n0::");
    if (begin == std::string::npos) return {};
    auto line = std::string_view(text).substr(text.find(unified, begin) + unified.size());
    line = line.substr(0, line.find('\n'));
    const std::filesystem::path group("/sys/fs/cgroup" + std::string(line));
    return group.filename().string().starts_with(unitPrefix) ? group.parent_path() : std::filesystem::path();
}

} // namespace

std::size_t servicesOfUser(std::span<const std::string> groups, std::uint32_t user) {
    const auto suffix = fmt::format("-{}.service", user);
    return static_cast<std::size_t>(std::ranges::count_if(groups, [&](const std::string& group) {
        return group.starts_with(unitPrefix) && group.ends_with(suffix);
    }));
}

Result<void> checkServicesOfUser(std::uint32_t user) {
    const auto folder = folderOfServices();
    if (user == 0 || folder.empty()) return {};
    std::vector<std::string> groups;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        groups.push_back(entry->path().filename().string());
    if (servicesOfUser(groups, user) <= maximumServicesOfUser) return {};
    return failure(fmt::format("this user has {} recorders at work already, which is as many as may be",
                               maximumServicesOfUser),
                   ErrorCode::NotPermitted, "end one of these recordings first");
}

} // namespace candela
