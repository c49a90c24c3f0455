/// Limits which files a process may open from now on, whatever its user's rights: none, except those allowed
/// here. See landlock(7); Linux 5.13 and later. Such a process can't read the memory, mappings and root of
/// processes without these rules either.
#pragma once

#include "model/base/file.h"

#include <cstdint>

namespace candela {

class FileRules {
public:
    FileRules();

    /// Allows the folder and everything below it.
    void allowReading(const char* folder);
    /// Allows to create, rename and remove files in an open folder.
    void allowNaming(int folder);
    /// Enforces the rules for this thread and those that it starts, for good. Where the kernel supports it,
    /// TCP, abstract sockets of others and signals to others are forbidden, too. Needs no_new_privs. False if
    /// the kernel has no such rules.
    bool enforce();

private:
    void allow(int folder, std::uint64_t access);

    FileDescriptor m_rules;
    std::uint64_t m_known = 0; // the kinds of access that this kernel can forbid
};

} // namespace candela
