#include "recorder/client/service_load.h"

#include "model/base/text/model_text.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace candela {

namespace {

constexpr std::string_view unitPrefix = "candela-recorder@";

/// "candela-recorder@7-1234-1000.service" has number 7.
std::uint64_t connectionNumber(std::string_view group) {
    group.remove_prefix(std::min(group.size(), unitPrefix.size()));
    std::uint64_t number = 0;
    std::from_chars(group.data(), group.data() + group.size(), number);
    return number;
}

/// The control group of this service; empty if the recorder does not run as a service.
std::filesystem::path ownGroup() {
    const auto text = readSystemFile("/proc/self/cgroup");
    constexpr std::string_view unified = "0::"; // the line of version 2, see cgroups(7)
    const auto begin = text.starts_with(unified) ? 0 : text.find("\n0::");
    if (begin == std::string::npos) return {};
    auto line = std::string_view(text).substr(text.find(unified, begin) + unified.size());
    line = line.substr(0, line.find('\n'));
    const std::filesystem::path group("/sys/fs/cgroup" + std::string(line));
    return group.filename().string().starts_with(unitPrefix) ? group : std::filesystem::path();
}

} // namespace

std::size_t earlierServicesOfUser(std::span<const std::string> groups, std::string_view own,
                                  std::uint32_t user) {
    const auto suffix = fmt::format("-{}.service", user);
    const auto number = connectionNumber(own);
    return static_cast<std::size_t>(std::ranges::count_if(groups, [&](const std::string& group) {
        return group.starts_with(unitPrefix) && group.ends_with(suffix) && connectionNumber(group) < number;
    }));
}

Result<void> checkServicesOfUser(std::uint32_t user) {
    const auto own = ownGroup();
    if (user == 0 || own.empty()) return {};
    std::vector<std::string> groups;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(own.parent_path(), error), end; !error && entry != end;
         entry.increment(error))
        groups.push_back(entry->path().filename().string());
    if (earlierServicesOfUser(groups, own.filename().string(), user) < maximumServicesOfUser) return {};
    return failure(
        ModelText::tr("this user runs {} recorders already, which is the maximum", maximumServicesOfUser),
        ErrorCode::NotPermitted, ModelText::tr("end one of these recordings first"));
}

} // namespace candela
