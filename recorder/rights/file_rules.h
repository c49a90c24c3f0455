/// What a process may do with files that it has not opened yet, whatever its user may: nothing, but for what
/// is allowed here. See landlock(7); Linux 5.13 and later. A process with such rules can't look at the
/// memory, mappings and root of processes without them either.
#pragma once

#include "model/base/file.h"

#include <cstdint>

namespace candela {

class FileRules {
public:
    FileRules();

    /// Files and folders in it, at any depth.
    void allowReading(const char* folder);
    /// In an open folder: new files get names, others lose theirs.
    void allowNaming(int folder);
    /// From now on, for this thread and those that it starts, for good. Where the kernel knows how: neither
    /// TCP, abstract sockets of others, nor signals to others. Needs that no new privileges can be gained.
    /// False where the kernel has no such rules.
    bool enforce();

private:
    void allow(int folder, std::uint64_t access);

    FileDescriptor m_rules;
    std::uint64_t m_known = 0; // kinds of access that this kernel can forbid
};

} // namespace candela
