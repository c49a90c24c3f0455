/// The paths of version 2 control groups by the numbers that the kernel gives them, which are the inode
/// numbers of their directories. So the group of a process is known even if the process ended before it was
/// read. Where no such hierarchy is mounted, as in many chroots, the paths come from other processes of the
/// group.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>

namespace candela {

class CgroupTree {
public:
    static constexpr std::size_t maximumGroups = 1 << 16;
    static constexpr std::int64_t timeBetweenScans = 1'000'000'000;

    /// `mountPoint` is where version 2 is mounted; it is found if it is not given.
    explicit CgroupTree(std::string mountPoint = defaultMountPoint());
    static std::string defaultMountPoint();

    /// "/system.slice/cron.service"; empty if there is no such group. A search through all groups takes place
    /// at most about once a second; `now` is CLOCK_MONOTONIC nanoseconds.
    const std::string& find(std::uint64_t number, std::int64_t now);
    bool isMounted() const { return !m_mountPoint.empty(); }
    /// Adds the path that a process of that group has in /proc.
    void learn(std::uint64_t number, const std::string& path);

private:
    void scan();

    std::string m_mountPoint; // empty: there is none
    absl::flat_hash_map<std::uint64_t, std::string> m_paths;
    std::int64_t m_scannedAt = 0;
};

} // namespace candela
