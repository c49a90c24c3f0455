/// The control groups of a process: the parsed
/// text of /proc/PID/cgroup. Format: cgroups(7).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct CgroupPaths {
    std::string unified;             ///< version 2: "/system.slice/cron.service"; empty where there is none
    std::string systemd;             ///< version 1: in the hierarchy without controllers that systemd uses
    std::vector<std::string> others; ///< version 1: of hierarchies with controllers, each path once

    /// The most specific path: not "/" if there is another. Empty if none is known.
    const std::string& main() const;
    /// All paths but "/", the most specific first.
    std::vector<std::string_view> all() const;
};

CgroupPaths readCgroupPaths(std::string_view text);

/// The names in a path from its root on, without those that lead out of a cgroup namespace ("..").
std::vector<std::string_view> pathNames(std::string_view path);

} // namespace candela
