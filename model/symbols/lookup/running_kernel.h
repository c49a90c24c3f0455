/// The kernel that runs on this machine: its identity,
/// and its names as far as this user may see them.
#pragma once

#include "model/base/result.h"
#include "model/symbols/lookup/kernel_symbols.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// The identity of a kernel, from uname(2), /sys/kernel/notes and /proc/stat.
struct KernelIdentity {
    std::string buildId;       ///< hexadecimal; empty: not known
    std::string release;       ///< "6.1.0-13-amd64 x86_64", like ProfileOrigin::kernel
    std::int64_t bootTime = 0; ///< nanoseconds since 1970; 0: not known

    static KernelIdentity read(const std::string& root = "/");
};

/// The machine's name, as uname(2) returns it.
std::string ownHostName();

/// The names in /proc/kallsyms and the addresses of this boot: randomization moves the whole kernel, and each
/// module separately.
class RunningKernel {
public:
    /// Fails if the kernel hides its addresses from this user.
    static Result<RunningKernel> read(const std::string& root = "/");

    const KernelSymbols& symbols() const { return m_symbols; }
    /// The address of a symbol that profiles refer to, "_text" or "_stext"; 0 if there is none.
    std::uint64_t addressOf(std::string_view symbol) const;
    /// The load address of a module ("nf_tables"); 0 if it is not loaded, or hidden from this user.
    std::uint64_t moduleAddress(std::string_view name) const;

private:
    KernelSymbols m_symbols;
    std::uint64_t m_text = 0;
    std::uint64_t m_startOfText = 0;
    std::string m_modules; // the text of /proc/modules
};

} // namespace candela
