#include "model/base/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <mutex>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::uint64_t noLimit = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t fallback = 2u << 30; // where nothing can be found out

/// What /proc/meminfo calls available, in bytes.
std::uint64_t machineMemory() {
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kilobytes = 0;
    std::string unit;
    while (file >> key >> kilobytes) {
        std::getline(file, unit);
        if (key == "MemAvailable:") return kilobytes * 1024;
    }
    return fallback;
}

/// What one control group leaves free; there is no limit at "max", and none at the root.
std::uint64_t groupMemory(const std::string& folder) {
    std::uint64_t most = 0;
    std::uint64_t used = 0;
    if (!(std::ifstream(folder + "/memory.max") >> most)) return noLimit;
    std::ifstream(folder + "/memory.current") >> used;
    return most - std::min(most, used);
}

/// Of all control groups (version 2) around this process.
std::uint64_t groupsMemory() {
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    std::uint64_t least = noLimit;
    while (std::getline(file, line)) {
        if (!line.starts_with("0::/")) continue;
        for (auto path = line.substr(3); !path.empty(); path.resize(path.rfind('/')))
            least = std::min(least, groupMemory("/sys/fs/cgroup" + path));
    }
    return std::min(least, groupMemory("/sys/fs/cgroup"));
}

struct OwnMemory {
    std::uint64_t all = 0;  ///< address space
    std::uint64_t data = 0; ///< what RLIMIT_DATA counts
};

OwnMemory ownMemory() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t all = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
    file >> all >> resident >> shared >> text >> library >> data;
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return {all * page, data * page};
}

std::uint64_t leftOf(__rlimit_resource resource, std::uint64_t used) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return noLimit;
    return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

struct SharedLimit {
    std::mutex mutex;
    int users = 0;
    bool isSet = false;
    rlimit before{};
};

SharedLimit& sharedLimit() {
    static SharedLimit limit;
    return limit;
}

} // namespace

std::uint64_t freeMemory() {
    const auto own = ownMemory();
    return std::min(
        {machineMemory(), groupsMemory(), leftOf(RLIMIT_AS, own.all), leftOf(RLIMIT_DATA, own.data)});
}

MemoryLimit::MemoryLimit() {
    auto& shared = sharedLimit();
    const std::lock_guard lock(shared.mutex);
    if (shared.users++ > 0) return;
    shared.isSet = ::getrlimit(RLIMIT_DATA, &shared.before) == 0;
    if (!shared.isSet) return;
    const auto wanted = ownMemory().data + freeMemory() / 16 * 15;
    auto limit = shared.before;
    limit.rlim_cur = std::min<std::uint64_t>(limit.rlim_cur, wanted);
    shared.isSet = ::setrlimit(RLIMIT_DATA, &limit) == 0;
}

MemoryLimit::~MemoryLimit() {
    auto& shared = sharedLimit();
    const std::lock_guard lock(shared.mutex);
    if (--shared.users == 0 && shared.isSet) ::setrlimit(RLIMIT_DATA, &shared.before);
}

} // namespace candela
