/// The functions of the kernel and its modules, from the text of /proc/kallsyms. Compact: some 40 bytes for
/// each function, including its name.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
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

    enum class Which : std::uint8_t {
        All,
        OfModules, ///< only lines with a module: less work and memory, and no error if there is none
    };

    KernelSymbols() = default;
    /// Lines that can't be parsed are ignored. Fails if the kernel hides its addresses (all are zero) or if
    /// no line can be parsed.
    static Result<KernelSymbols> read(std::span<const std::byte> kallsyms);
    /// The same for a text that is read in pieces, which saves holding it: `next` fills the buffer with what
    /// follows and returns the number of bytes, 0 at the end. Lines of more than 32 KiB are ignored.
    static Result<KernelSymbols> read(const std::function<std::size_t(std::span<char> buffer)>& next,
                                      Which which = Which::All);

    /// The function around an absolute address; callers have to subtract one from a return address. The texts
    /// are valid while this object lives.
    std::optional<Symbol> find(std::uint64_t address) const;

    /// The address of the symbol _text, where the kernel begins; 0 if there is none.
    std::uint64_t kernelStart() const { return m_kernelStart; }
    /// The lowest address of code of a module; 0 if none is known.
    std::uint64_t firstCodeOf(std::string_view module) const;

    /// The number of functions.
    std::size_t size() const { return m_size; }
    /// Memory held.
    std::size_t byteSize() const;

private:
    class Reader;
    static constexpr std::uint32_t noName = 0xffffffff; // no function from here on

    std::string m_names;                    // each name ends with '\0'
    std::vector<std::uint64_t> m_start;     // ascending; a function ends where the next entry starts
    std::vector<std::uint32_t> m_name;      // offset in m_names, or noName
    std::vector<std::uint16_t> m_module;    // row of m_modules
    std::vector<std::string> m_modules;     // row 0: the kernel
    std::vector<std::uint64_t> m_firstCode; // by row of m_modules; 0: none
    std::uint64_t m_kernelStart = 0;
    std::size_t m_size = 0;
};

} // namespace candela
