/// The dump of a just-in-time compiler, which may still be writing it.
#pragma once

#include "model/symbols/generated/jit_dump.h"
#include "recorder/sandbox/growing_file.h"

namespace candela {

class JitDumpFile {
public:
    explicit JitDumpFile(FileDescriptor file) : m_file(std::move(file)) {}
    /// Reads the part that was written since the last time.
    void refresh() {
        m_file.readOn([this](std::span<const std::byte> bytes) { return m_dump.append(bytes); },
                      [this] { m_dump = {}; });
    }
    const JitDump& dump() const { return m_dump; }

private:
    GrowingFile m_file;
    JitDump m_dump;
};

} // namespace candela
