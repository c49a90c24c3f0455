/// The system calls that a process may make, as a filter of the kernel. See seccomp(2), libseccomp's
/// seccomp_rule_add(3).
#pragma once

#include <array>
#include <cerrno>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <seccomp.h>
#include <span>
#include <string_view>

namespace candela {

/// Conditions on an argument of a call; arguments count from 0.
inline scmp_arg_cmp whereMasked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
inline scmp_arg_cmp whereEqual(unsigned argument, scmp_datum_t value) {
    return {argument, SCMP_CMP_EQ, value, 0};
}
/// The condition for a 32-bit argument, whose upper half the kernel ignores.
inline scmp_arg_cmp whereEqualInt(unsigned argument, std::uint32_t value) {
    return whereMasked(argument, 0xffff'ffff, value);
}

class SystemCallRules {
public:
    using Names = std::span<const char* const>;

    /// How a call fails that no rule names. In both cases it fails as if the kernel did not know the call,
    /// which every C library can handle.
    enum class Otherwise : std::uint8_t {
        Unknown,
        Reported, ///< the same, and ForbiddenCalls records the call
    };
    explicit SystemCallRules(Otherwise otherwise);

    /// Names that headers, libraries or this processor do not know are ignored.
    void allow(Names names);
    /// Allows the call if all conditions hold.
    void allow(const char* name, std::initializer_list<scmp_arg_cmp> conditions);
    /// Lets the call fail as if the kernel did not know it, without a report: the C library tries this call
    /// first and has an alternative.
    void refuse(const char* name);
    /// Lets these calls end the process.
    void kill(Names names);
    /// Loads the filter for all threads, for good. Needs no_new_privs.
    bool load();

private:
    void add(std::uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions);

    std::unique_ptr<void, decltype(&::seccomp_release)> m_filter;
};

/// Calls that neither Candela nor any library needs once a process is at work: they create processes, change
/// rights, or act on other processes or the machine.
SystemCallRules::Names deadlyCalls();
/// Memory without mmap and mprotect, the clock, the process's own number, signals, and exit.
SystemCallRules::Names callsOfEveryProcess();
/// Copies and flags of descriptors, and seals; none of the fcntl(2) commands that signal other processes.
void allowDescriptorFlags(SystemCallRules& rules);
enum class SharedMemory : std::uint8_t { No, Yes };
/// Allows memory that is not executable. With SharedMemory::No, it is private, or a file that is only read.
void allowMemory(SystemCallRules& rules, SharedMemory shared);

} // namespace candela
