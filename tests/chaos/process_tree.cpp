#include "tests/chaos/process_tree.h"

#include <bpf/bpf.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

std::string textOf(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<pid_t> childrenOf(pid_t pid) {
    std::vector<pid_t> children;
    std::error_code error;
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", error)) {
        std::istringstream numbers(textOf(task.path() / "children"));
        for (pid_t child = 0; numbers >> child;)
            children.push_back(child);
    }
    return children;
}

/// The number behind "prog_id:" and the like.
std::uint32_t numberOf(const std::string& text, std::string_view key) {
    const auto position = text.find(key);
    std::uint32_t number = 0;
    if (position != std::string::npos) {
        const auto begin = text.find_first_not_of(" \t", position + key.size());
        std::from_chars(text.data() + begin, text.data() + text.size(), number);
    }
    return number;
}

std::size_t countOf(const std::set<std::uint32_t>& numbers, int (*open)(std::uint32_t)) {
    return static_cast<std::size_t>(std::ranges::count_if(numbers, [&](std::uint32_t number) {
        const int descriptor = open(number);
        if (descriptor >= 0) ::close(descriptor);
        return descriptor >= 0;
    }));
}

} // namespace

std::vector<pid_t> descendantsOf(pid_t pid) {
    auto all = childrenOf(pid);
    for (std::size_t next = 0; next < all.size(); ++next) {
        for (const auto child : childrenOf(all[next]))
            all.push_back(child);
    }
    return all;
}

std::string programOf(pid_t pid) {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", error).string();
}

char stateOf(pid_t pid) {
    const auto status = textOf("/proc/" + std::to_string(pid) + "/stat");
    const auto name = status.rfind(") ");
    return name == std::string::npos ? '\0' : status[name + 2];
}

std::vector<pid_t> candelaProcesses() {
    std::vector<pid_t> found;
    for (const auto pid : descendantsOf(::getpid())) {
        const auto program = programOf(pid);
        if (program == PROGRAMS "/candela" || program == PROGRAMS "/candela-recorder") found.push_back(pid);
    }
    return found;
}

void KernelObjects::add(const KernelObjects& others) {
    programs.insert(others.programs.begin(), others.programs.end());
    tables.insert(others.tables.begin(), others.tables.end());
    links.insert(others.links.begin(), others.links.end());
    events = std::max(events, others.events);
}

KernelObjects kernelObjectsOf(pid_t pid) {
    KernelObjects objects;
    const auto folder = "/proc/" + std::to_string(pid);
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/fd", error)) {
        const auto target = std::filesystem::read_symlink(entry, error).string();
        if (target == "anon_inode:[perf_event]") ++objects.events;
        if (!target.starts_with("anon_inode:bpf") && !target.starts_with("anon_inode:[perf_event]")) continue;
        const auto text = textOf(folder + "/fdinfo/" + entry.path().filename().string());
        if (const auto number = numberOf(text, "prog_id:")) objects.programs.insert(number);
        if (const auto number = numberOf(text, "map_id:")) objects.tables.insert(number);
        if (const auto number = numberOf(text, "link_id:")) objects.links.insert(number);
    }
    return objects;
}

std::size_t remaining(const KernelObjects& objects) {
    return countOf(objects.programs, ::bpf_prog_get_fd_by_id) +
           countOf(objects.tables, ::bpf_map_get_fd_by_id) + countOf(objects.links, ::bpf_link_get_fd_by_id);
}

} // namespace candela
