#include "recorder/metadata/cgroup_paths.h"

#include "recorder/base/proc_files.h"

#include <algorithm>

namespace candela {

namespace {

bool isBelowRoot(std::string_view path) {
    return !pathNames(path).empty();
}

} // namespace

CgroupPaths readCgroupPaths(std::string_view text) {
    CgroupPaths paths;
    while (!text.empty()) {
        auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const auto first = line.find(':');
        const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        const std::string path(withoutDeletionMark(line.substr(second + 1)));
        if (line.substr(0, first) == "0" && controllers.empty())
            paths.unified = path;
        else if (controllers == "name=systemd")
            paths.systemd = path;
        else if (std::ranges::find(paths.others, path) == paths.others.end())
            paths.others.push_back(path);
    }
    return paths;
}

const std::string& CgroupPaths::main() const {
    if (isBelowRoot(unified)) return unified;
    if (isBelowRoot(systemd)) return systemd;
    for (const auto& path : others) {
        if (isBelowRoot(path)) return path;
    }
    return !unified.empty() || others.empty() ? unified : others.front();
}

std::vector<std::string_view> CgroupPaths::all() const {
    std::vector<std::string_view> paths;
    const auto add = [&](std::string_view path) {
        if (isBelowRoot(path)) paths.push_back(path);
    };
    add(unified);
    add(systemd);
    for (const auto& path : others)
        add(path);
    return paths;
}

std::vector<std::string_view> pathNames(std::string_view path) {
    std::vector<std::string_view> names;
    while (!path.empty()) {
        const auto name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        if (!name.empty() && name != "..") names.push_back(name);
    }
    return names;
}

} // namespace candela
