/// The subject of a request to an opener: the process or file system that may not answer.
#pragma once

#include <cstdint>
#include <string>

namespace candela {

struct OpeningSubject {
    std::int32_t pid = 0;     ///< the owner of the file or memory; 0: of no process
    std::uint64_t device = 0; ///< device of the file, as makeDevice() returns it; 0: not known, or no file
    std::string path;         ///< path of the file, for messages; empty: the process's own files in /proc, or
                              ///< its memory

    static std::uint64_t makeDevice(std::uint32_t major, std::uint32_t minor) {
        return std::uint64_t{major} << 32 | minor;
    }
    /// Whether this subject is likely not to answer if the other one does not.
    bool isAlike(const OpeningSubject& other) const {
        if (device != 0 || other.device != 0) return device == other.device;
        return pid != 0 && pid == other.pid;
    }
    /// Whether both are the same file or, for processes, the same process.
    bool isSame(const OpeningSubject& other) const {
        return isAlike(other) && (device == 0 || path == other.path);
    }
};

} // namespace candela
