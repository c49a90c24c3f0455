/// Names addresses of the kernel's code with the kernel's own tables of symbols: a kernel program that is run
/// once for each address. That costs less than two microseconds for each, without reading /proc/kallsyms.
#pragma once

#include "model/base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace candela {

struct KernelFunction {
    std::string name;
    /// "nf_tables", or "bpf" for programs, as in /proc/kallsyms; empty: the kernel itself.
    std::string module;
    std::uint64_t start = 0; ///< absolute
    std::uint64_t size = 0;  ///< up to the next symbol
};

/// The function at an absolute address; none if the kernel knows none.
using NameKernelAddress = std::function<std::optional<KernelFunction>(std::uint64_t address)>;

/// Reads "name+0xoffset/0xsize [module]", the kernel's text for an address. None if the address has no name,
/// or that of the end of the kernel's code.
std::optional<KernelFunction> readKernelSymbol(std::string_view text, std::uint64_t address);

/// Loads the program, which needs CAP_BPF and CAP_PERFMON; calls of the result need no capability.
Result<NameKernelAddress> loadSymbolProgram();

/// The address of a symbol with a short name; none if the kernel has no such symbol, or hides its addresses
/// from this process.
using FindKernelSymbol = std::function<std::optional<std::uint64_t>(std::string_view name)>;

/// Both directions. The two use the same program.
struct KernelSearch {
    NameKernelAddress nameOf;
    FindKernelSymbol addressOf;
};
Result<KernelSearch> loadKernelSearch();

} // namespace candela
