#include "model/base/free_memory.h"

#include "model/base/file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <optional>
#include <string_view>

#include <sys/resource.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::uint64_t noLimit = MemoryBound::noLimit;
constexpr std::uint64_t fallback = 2u << 30; // bytes; used if the free memory is not known
constexpr std::uint64_t kilobyte = 1024;

/// A small file of the kernel, read completely.
class KernelFile {
public:
    explicit KernelFile(const char* path) {
        const FileDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
        if (!file.isOpen()) return;
        while (m_size < m_bytes.size()) {
            const auto got = ::read(file.get(), m_bytes.data() + m_size, m_bytes.size() - m_size);
            if (got <= 0) break;
            m_size += static_cast<std::size_t>(got);
        }
    }
    std::string_view text() const { return {m_bytes.data(), m_size}; }
    /// The number that the file begins with; none for "max".
    std::optional<std::uint64_t> number() const { return numberIn(text()); }
    /// The number after a name at the beginning of a line.
    std::optional<std::uint64_t> number(std::string_view name) const {
        auto rest = text();
        while (!rest.empty()) {
            if (rest.starts_with(name)) return numberIn(rest.substr(name.size()));
            const auto end = rest.find('\n');
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
        return std::nullopt;
    }

private:
    static std::optional<std::uint64_t> numberIn(std::string_view text) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        std::uint64_t number = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (problem != std::errc()) return std::nullopt;
        return number;
    }

    std::array<char, 8192> m_bytes;
    std::size_t m_size = 0;
};

std::uint64_t without(std::uint64_t from, std::uint64_t taken) {
    return from == noLimit ? noLimit : from - std::min(from, taken);
}

const MemoryBound& tighter(const MemoryBound& left, const MemoryBound& right) {
    return right.free < left.free ? right : left;
}

/// The file names of one version of control groups.
struct GroupFiles {
    std::array<const char*, 2> limits; ///< the lower of the two limits counts
    const char* used;
    std::array<std::string_view, 2> evictable; ///< lines of memory.stat: page cache
};
constexpr GroupFiles version1{{"/memory.limit_in_bytes", "/memory.memsw.limit_in_bytes"},
                              "/memory.usage_in_bytes",
                              {"total_inactive_file ", "total_active_file "}};
constexpr GroupFiles version2{
    {"/memory.max", "/memory.high"}, "/memory.current", {"inactive_file ", "active_file "}};

MemoryBound groupBound(const std::string& folder, const GroupFiles& files) {
    MemoryBound bound{.owner = MemoryBound::Owner::ControlGroup};
    for (const auto* limit : files.limits)
        bound.capacity =
            std::min(bound.capacity, KernelFile((folder + limit).c_str()).number().value_or(noLimit));
    constexpr std::uint64_t maximumLimit = 1ull << 60; // version 1 reports "no limit" as a huge number
    if (bound.capacity > maximumLimit) return {.owner = MemoryBound::Owner::ControlGroup};
    auto used = KernelFile((folder + files.used).c_str()).number().value_or(0);
    const KernelFile statistics((folder + "/memory.stat").c_str());
    for (const auto name : files.evictable)
        used = without(used, statistics.number(name).value_or(0));
    bound.free = without(bound.capacity, used);
    return bound;
}

/// The memory that a group and all groups that contain it leave free.
MemoryBound groupsBound(const std::string& root, std::string path, const GroupFiles& files) {
    auto bound = groupBound(root, files);
    for (; path.size() > 1; path.resize(path.rfind('/')))
        bound = tighter(bound, groupBound(root + path, files));
    return bound;
}

/// The memory of this process in bytes, as the kernel counts it.
struct OwnMemory {
    std::uint64_t addressSpace = 0;
    std::uint64_t data = 0;    ///< what RLIMIT_DATA counts
    std::uint64_t touched = 0; ///< the part that was written to
};

OwnMemory ownMemory() {
    const KernelFile status("/proc/self/status");
    const auto bytes = [&](std::string_view name) { return status.number(name).value_or(0) * kilobyte; };
    return {bytes("VmSize:"), bytes("VmData:"), bytes("RssAnon:") + bytes("VmSwap:")};
}

MemoryBound processBound(__rlimit_resource resource, std::uint64_t used, MemoryBound::Owner owner) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {.owner = owner};
    return {without(limit.rlim_cur, used), limit.rlim_cur, owner};
}

} // namespace

MemoryBound controlGroupBound(const std::string& ownGroups, const std::string& root) {
    MemoryBound bound{.owner = MemoryBound::Owner::ControlGroup};
    std::string_view rest(ownGroups);
    while (!rest.empty()) { // "4:cpu,memory:/path" in version 1, "0::/path" in version 2
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        const std::string path(line.substr(second + 1));
        if (controllers.empty())
            bound = tighter(bound, groupsBound(root, path, version2));
        else if (("," + std::string(controllers) + ",").find(",memory,") != std::string::npos)
            bound = tighter(bound, groupsBound(root + "/memory", path, version1));
    }
    return bound;
}

MemoryBound memoryBound() {
    const KernelFile machine("/proc/meminfo");
    MemoryBound physical{machine.number("MemAvailable:").value_or(fallback / kilobyte) * kilobyte,
                         machine.number("MemTotal:").value_or(fallback / kilobyte) * kilobyte,
                         MemoryBound::Owner::Machine};
    const KernelFile groups("/proc/self/cgroup");
    physical = tighter(physical, controlGroupBound(std::string(groups.text()), "/sys/fs/cgroup"));
    const auto own = ownMemory();
    physical.free = without(physical.free, without(own.data, own.touched));
    return tighter(physical,
                   tighter(processBound(RLIMIT_AS, own.addressSpace, MemoryBound::Owner::AddressSpaceLimit),
                           processBound(RLIMIT_DATA, own.data, MemoryBound::Owner::DataLimit)));
}

std::uint64_t takenMemory() {
    return ownMemory().data;
}

} // namespace candela
