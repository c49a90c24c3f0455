/// The names in one module (an ELF file): from its symbol tables, its DWARF, and its separate debug files.
/// Works from open descriptors alone: it opens no path, and neither do the libraries below it.
#pragma once

#include "model/base/result.h"
#include "model/symbols/elf/symbol_limits.h"
#include "model/symbols/names/address_range.h"
#include "model/symbols/names/symbolized_frame.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

class ModuleSymbols {
public:
    /// Reads headers and symbol tables; DWARF is read unit by unit when an address needs it. The descriptor
    /// must be a regular file (or memfd, for the vdso); it may be closed afterwards.
    static Result<ModuleSymbols> create(int elfDescriptor, const SymbolLimits& limits = {});
    ModuleSymbols(ModuleSymbols&&) noexcept;
    ModuleSymbols& operator=(ModuleSymbols&&) noexcept;
    ~ModuleSymbols();

    /// Hexadecimal; empty if the file has none.
    const std::string& buildId() const;
    const std::optional<DebugLink>& debugLink() const;
    /// The compiler that built it, as far as its files name it (compiler.h); empty for libraries where only
    /// their DWARF does.
    std::string compiler() const;
    /// Whether addressOfFileOffset() can know an address: some debug files lack the offsets of the code.
    bool hasLayout() const;
    /// Where its first segment is loaded, in its own addresses.
    std::uint64_t firstAddress() const;
    /// Whether a separate debug file would add anything: there is no DWARF here, or no full symbol table.
    bool wantsDebugFile() const;
    /// Takes names from this file too. Fails if it does not belong to the module (by build id, else by the
    /// debug link's checksum) or has nothing to offer; the module is as before then.
    Result<void> addDebugFile(int descriptor);

    /// Of the file that has the DWARF; none if it needs no further file, or has it already.
    const std::optional<SupplementaryLink>& supplementaryLink() const;
    /// Gives it the file that supplementaryLink() names. Fails if the build ids differ.
    Result<void> addSupplementaryFile(int descriptor);

    /// The address in the ELF file's own address space of a byte that is loaded from the file: what a
    /// mapping's start, file offset and an absolute address give. None if no segment loads that byte.
    std::optional<std::uint64_t> addressOfFileOffset(std::uint64_t offset) const;

    /// What `addr2line -fiC` prints for each address (ELF virtual addresses, in any order): out[i] belongs to
    /// addresses[i]. A return address is the instruction after its call: callers subtract one themselves.
    /// Cheapest in batches. Never fails. Of a function without a name the last frame has the start, if the
    /// unwind information knows it; an unknown address gets an empty entry.
    void resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out);
    SymbolizedFrames resolve(std::uint64_t address);

    /// Whether its file has the machine code, and not the names of code in another file alone.
    bool hasCode() const;
    /// The processor that it is for, as ELF numbers them (EM_X86_64).
    std::uint16_t machine() const;
    /// The machine code of the function around an address that is inlined into no other: its parts in
    /// ascending order, of which debug information may know several. Empty where nothing is known.
    std::vector<AddressRange> functionAround(std::uint64_t address);
    /// The bytes of a range; fewer where the file has no more, none without machine code.
    std::span<const std::byte> codeOf(AddressRange range) const;
    /// The addresses of a range within one function at which the answer of resolve() may change, in ascending
    /// order; the range's begin is the first.
    std::vector<std::uint64_t> boundariesIn(AddressRange range);

    /// Lets the kernel take back the memory that the files' contents occupy; they are read again when needed.
    void releasePages() const;

private:
    struct Parts;
    explicit ModuleSymbols(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace candela
