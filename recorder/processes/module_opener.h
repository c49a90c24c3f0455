/// Opens the files behind mappings: through the mapping itself while its process lives, which also finds
/// deleted files, else by path, and then only if it is the very file that was mapped. No path comes from a
/// client. All but copyVdso() may hang, so openers do it.
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

/// The file of a module; not open if it can't be reached any more.
FileDescriptor openModule(const MappedModule& module);

/// The file that a process maps at this range, if it is still the one that was mapped there. The path is
/// compared only where inodes are not reliable.
FileDescriptor openMapping(std::int32_t pid, const FileMapping& mapping);

/// The perf map that a process's just-in-time compiler writes: /tmp/perf-PID.map, in the process's own root
/// and with the PID that it has in its namespace. Not open if there is none, or if it belongs to another
/// user.
FileDescriptor openPerfMap(std::int32_t pid);

/// The vDSO, which the kernel maps into every process, as a file. Not open if this process has none.
FileDescriptor copyVdso();

/// The root of a process; empty if it is the machine's. A service that hides home directories has another.
std::string foreignRoot(std::int32_t pid);

} // namespace candela
