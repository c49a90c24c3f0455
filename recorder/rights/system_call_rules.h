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

/// Conditions on an argument of a call, counted from 0.
inline scmp_arg_cmp whereMasked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
inline scmp_arg_cmp whereEqual(unsigned argument, scmp_datum_t value) {
    return {argument, SCMP_CMP_EQ, value, 0};
}
/// For arguments of 32 bits, whose upper half the kernel does not look at.
inline scmp_arg_cmp whereEqualInt(unsigned argument, std::uint32_t value) {
    return whereMasked(argument, 0xffff'ffff, value);
}

class SystemCallRules {
public:
    using Names = std::span<const char* const>;

    /// What a call meets that no rule names. Both look to it as a kernel that does not know the call, which
    /// every C library copes with.
    enum class Otherwise : std::uint8_t {
        Unknown,
        Reported, ///< and ForbiddenCalls learns of it
    };
    explicit SystemCallRules(Otherwise otherwise);

    /// Names that headers, libraries or this processor do not know are left out.
    void allow(Names names);
    /// Where all conditions hold.
    void allow(const char* name, std::initializer_list<scmp_arg_cmp> conditions);
    /// Unknown, and never reported: the C library tries it first and has another way.
    void refuse(const char* name);
    /// The end of the process.
    void kill(Names names);
    /// From now on, in all threads, for good. Needs that no new privileges can be gained.
    bool load();

private:
    void add(std::uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions);

    std::unique_ptr<void, decltype(&::seccomp_release)> m_filter;
};

/// Nothing of ours, of libraries or of a C library has any use for these once a process is at work: they make
/// processes, change what they are, or reach beyond them.
SystemCallRules::Names deadlyCalls();
/// Memory without mmap and mprotect, the clock, its own number, signals, and the end.
SystemCallRules::Names callsOfEveryProcess();
/// Copies and flags of descriptors, and seals; nothing of fcntl(2) that sends signals to others.
void allowDescriptorFlags(SystemCallRules& rules);
/// Memory that is not executable; shared memory is what a descriptor gives.
enum class SharedMemory : std::uint8_t { No, Yes };
void allowMemory(SystemCallRules& rules, SharedMemory shared);

} // namespace candela
