/// A shared library in a process's memory: the addresses of the symbols that it exports. Reads the same data
/// as the loader (ELF, System V ABI, chapter 5; GNU hash tables as written by binutils).
#pragma once

#include "model/base/result.h"
#include "model/unwind/generated/foreign_memory.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace candela {

class LoadedLibrary {
public:
    /// `start` is the address of its first page.
    static Result<LoadedLibrary> read(ForeignMemory& memory, std::uint64_t start);

    /// The address of a symbol in the process; none if the library does not define it.
    std::optional<std::uint64_t> find(ForeignMemory& memory, std::string_view name) const;

private:
    std::uint64_t m_bias = 0; // added to addresses of the file
    std::uint64_t m_symbols = 0;
    std::uint64_t m_texts = 0;
    std::uint64_t m_gnuHash = 0;
    std::uint64_t m_hash = 0;

    std::uint32_t firstOf(ForeignMemory& memory, std::uint32_t hash) const;
    std::optional<std::uint64_t> valueIfNamed(ForeignMemory& memory, std::uint32_t symbol,
                                              std::string_view name) const;
    std::optional<std::uint64_t> findByHash(ForeignMemory& memory, std::string_view name) const;
};

} // namespace candela
