/// The kernel's functions and those of its modules, from the text of /proc/kallsyms.
/// Compact: some 40 bytes a function, its name included.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class KernelSymbols {
public:
    struct Symbol {
        std::string_view name;
        std::string_view module; ///< "nf_tables", "bpf"; empty for the kernel itself
        std::uint64_t start = 0;
    };

    KernelSymbols() = default;
    /// Lines that are not understood are left out. Fails where the kernel hides its addresses (all are zero)
    /// or nothing is understood.
    static Result<KernelSymbols> read(std::span<const std::byte> kallsyms);

    /// The function around an absolute address; callers subtract one from a return address themselves. The
    /// texts are valid while this lives.
    std::optional<Symbol> find(std::uint64_t address) const;

    /// Number of functions.
    std::size_t size() const { return m_size; }
    /// Memory held.
    std::size_t byteSize() const;

private:
    class Reader;
    static constexpr std::uint32_t noName = 0xffffffff; // from here on there is no function

    std::string m_names;                 // each ends with '\0'
    std::vector<std::uint64_t> m_start;  // ascending; a function ends where the next entry starts
    std::vector<std::uint32_t> m_name;   // offset in m_names, or noName
    std::vector<std::uint16_t> m_module; // row of m_modules
    std::vector<std::string> m_modules;  // row 0: the kernel
    std::size_t m_size = 0;
};

} // namespace candela
