/// Where a process is in the hierarchies of control groups: the text of /proc/PID/cgroup taken apart. Format:
/// cgroups(7).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct CgroupPaths {
    std::string unified;             ///< version 2: "/system.slice/cron.service"; empty where there is none
    std::string systemd;             ///< version 1: of the hierarchy without controllers that systemd keeps
    std::vector<std::string> others; ///< version 1: of hierarchies with controllers, each path once

    /// The path that says most: not "/" if there is another. Empty if nothing is known.
    const std::string& main() const;
    /// All paths that say something, the one that says most first.
    std::vector<std::string_view> all() const;
};

CgroupPaths readCgroupPaths(std::string_view text);

/// The names in a path from its root on, without what only leads out of a cgroup namespace ("..").
std::vector<std::string_view> pathNames(std::string_view path);

} // namespace candela
