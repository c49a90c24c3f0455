/// The perf map of a process, whose just-in-time compiler may still be writing it.
#pragma once

#include "model/symbols/generated/perf_map.h"
#include "recorder/sandbox/growing_file.h"

namespace candela {

class PerfMapFile {
public:
    explicit PerfMapFile(FileDescriptor file) : m_file(std::move(file)) {}
    /// Reads the part that was written since the last time.
    void refresh();
    const PerfMap& map() const { return m_map; }

private:
    GrowingFile m_file;
    PerfMap m_map;
};

} // namespace candela
