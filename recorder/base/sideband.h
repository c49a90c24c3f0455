/// Events about processes from a perf event's ring: forks, execs, mappings, names, exits. Format:
/// linux/perf_event.h, records with sample_id_all of TID, TIME and CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace candela {

/// The file that a mapping shows, as the kernel identifies it.
struct FileIdentity {
    std::uint32_t deviceMajor = 0;
    std::uint32_t deviceMinor = 0;
    std::uint64_t inode = 0;
    std::uint64_t generation = 0; ///< distinguishes files that used one inode in turn; 0: not known

    bool operator==(const FileIdentity&) const = default;

    template<typename H>
    friend H AbslHashValue(H state, const FileIdentity& file) {
        return H::combine(std::move(state), file.deviceMajor, file.deviceMinor, file.inode, file.generation);
    }
};

/// An executable mapping.
struct FileMapping {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0;
    FileIdentity file;
    std::string path;      ///< the path as the process sees it; "//anon" or a name in brackets if there is no
                           ///< file
    bool isShared = false; ///< writes to the memory change the file: never so for programs and libraries
};

struct SidebandEvent {
    enum class Kind : std::uint8_t {
        Fork,             ///< a thread (with the same pid) or a process started
        Exit,             ///< a thread has exited
        Name,             ///< a thread changed its name
        Exec,             ///< a process runs another program: new name, all mappings removed
        Map,              ///< an executable mapping
        KernelCodeLoaded, ///< the kernel generated code (a BPF program, a trampoline): `name` is at `mapping`
        KernelCodeUnloaded, ///< the code at `mapping` was unloaded
        Lost,               ///< `count` events before this one did not fit into the ring
        Throttled,          ///< the kernel held back samples of this processor's event
    };

    Kind kind = Kind::Lost;
    std::int64_t time = 0; ///< CLOCK_MONOTONIC nanoseconds
    std::int32_t pid = 0;
    std::int32_t tid = 0;
    std::int32_t parentPid = 0;
    std::int32_t parentTid = 0;
    std::uint64_t count = 0;
    std::string name;
    FileMapping mapping;
};

/// Reads one record, header included. None for records of no interest and damaged ones.
std::optional<SidebandEvent> readSidebandRecord(std::span<const std::byte> record);

} // namespace candela
