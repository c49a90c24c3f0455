/// Opens the files behind mappings: by the mapping itself where its process still lives, which also finds
/// deleted files, else by path, and then only the very file that was mapped. No path comes from a client. All
/// of this may hang, but for copyVdso(): openers do it.
#pragma once

#include "model/base/file.h"
#include "recorder/base/sideband.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// A file as a process maps it.
struct MappedModule {
    std::int32_t pid = 0;
    std::int32_t parentPid = 0; ///< 0: not known
    FileIdentity file;
    std::string path;                                            ///< as the process sees it
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges; ///< where it is mapped
};
MappedModule mappedModule(const Module& module, ModuleNumber number, const LiveProcess& process);

/// Not open if it can't be reached any more.
FileDescriptor openModule(const MappedModule& module);

/// What a process maps at this range, if it still is the file that was mapped there. The mapping's path
/// counts only where inodes don't tell.
FileDescriptor openMapping(std::int32_t pid, const FileMapping& mapping);

/// The perf map that a process's just-in-time compiler writes: /tmp/perf-PID.map as the process sees it,
/// PID as it sees itself. Not open if there is none, or it is another user's.
FileDescriptor openPerfMap(std::int32_t pid);

/// The kernel's code in every process, as a file. Not open if this process has none.
FileDescriptor copyVdso();

/// "/" as a process sees it; empty if it is our own, which it is not in a service that hides homes.
std::string foreignRoot(std::int32_t pid);

} // namespace candela
