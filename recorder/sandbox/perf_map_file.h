/// The perf map of a process whose just-in-time compiler may still be writing it.
#pragma once

#include "model/base/file.h"
#include "model/symbols/perf_map.h"

#include <cstdint>

namespace candela {

class PerfMapFile {
public:
    explicit PerfMapFile(FileDescriptor file) : m_file(std::move(file)) {}
    /// Reads it again if it grew, but only now and then: most of the time is for other work.
    void refresh();
    const PerfMap& map() const { return m_map; }

private:
    FileDescriptor m_file;
    PerfMap m_map;
    std::uint64_t m_readSize = 0;
    std::int64_t m_nextRead = 0; // CLOCK_MONOTONIC nanoseconds
};

} // namespace candela
