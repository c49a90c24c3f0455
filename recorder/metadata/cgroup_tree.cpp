#include "recorder/metadata/cgroup_tree.h"

#include <array>
#include <dirent.h>
#include <linux/magic.h>
#include <memory>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <utility>
#include <vector>

namespace candela {

namespace {

constexpr std::size_t maximumPathLength = 4096;

struct EndDirectory {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

} // namespace

CgroupTree::CgroupTree(std::string mountPoint) : m_mountPoint(std::move(mountPoint)) {}

std::string CgroupTree::defaultMountPoint() {
    constexpr std::array mountPoints{"/sys/fs/cgroup",
                                     "/sys/fs/cgroup/unified"}; // where version 1 is used, version 2 may be
                                                                // mounted here
    for (const auto* mountPoint : mountPoints) {
        struct statfs system {};
        if (::statfs(mountPoint, &system) == 0 && system.f_type == CGROUP2_SUPER_MAGIC) return mountPoint;
    }
    return {};
}

const std::string& CgroupTree::find(std::uint64_t number, std::int64_t now) {
    static const std::string unknown;
    if (number == 0) return unknown;
    const auto known = m_paths.find(number);
    if (known != m_paths.end()) return known->second;
    if (!isMounted()) return unknown;
    if (m_scannedAt != 0 && now - m_scannedAt < timeBetweenScans) return unknown;
    m_scannedAt = now;
    scan();
    const auto found = m_paths.find(number);
    return found == m_paths.end() ? unknown : found->second;
}

void CgroupTree::learn(std::uint64_t number, const std::string& path) {
    if (isMounted() || number == 0 || path.empty()) return;
    if (m_paths.size() >= maximumGroups) m_paths.clear();
    m_paths[number] = path;
}

void CgroupTree::scan() {
    // Removed groups stay in the table: their numbers are never reused, and their last samples may still
    // arrive.
    if (m_paths.size() >= maximumGroups) m_paths.clear();
    struct stat status {};
    if (::stat(m_mountPoint.c_str(), &status) != 0) return;
    m_paths[status.st_ino] = "/";
    std::vector<std::string> waiting{""};
    while (!waiting.empty() && m_paths.size() < maximumGroups) {
        const auto path = std::move(waiting.back());
        waiting.pop_back();
        const std::unique_ptr<DIR, EndDirectory> folder(::opendir((m_mountPoint + path).c_str()));
        while (const auto* entry = folder ? ::readdir(folder.get()) : nullptr) {
            const std::string name = entry->d_name;
            if (entry->d_type != DT_DIR || name == "." || name == ".." || path.size() > maximumPathLength)
                continue;
            m_paths[entry->d_ino] = path + "/" + name;
            waiting.push_back(path + "/" + name);
        }
    }
}

} // namespace candela
