/// The names in one module (an ELF file): from its symbol tables, its DWARF, and its separate debug files.
/// Uses only open descriptors: neither it nor the libraries below it open paths.
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
    /// Reads headers and symbol tables; DWARF is read unit by unit on demand. The descriptor must be a
    /// regular file (or a memfd, for the vdso); it may be closed afterwards.
    static Result<ModuleSymbols> create(int elfDescriptor, const SymbolLimits& limits = {});
    ModuleSymbols(ModuleSymbols&&) noexcept;
    ModuleSymbols& operator=(ModuleSymbols&&) noexcept;
    ~ModuleSymbols();

    /// The build id in hexadecimal; empty if the file has none.
    const std::string& buildId() const;
    const std::optional<DebugLink>& debugLink() const;
    /// The compiler that built it, if its files state it (compiler.h); empty for libraries where only the
    /// DWARF does.
    std::string compiler() const;
    /// Whether addressOfFileOffset() can return addresses: some debug files lack the offsets of the code.
    bool hasLayout() const;
    /// The link address of its first segment.
    std::uint64_t firstAddress() const;
    /// Whether a separate debug file would add anything: there is no DWARF here, or no full symbol table.
    bool wantsDebugFile() const;
    /// Adds names from this file. Fails, without a change, if it does not match the module (by build id, else
    /// by the debug link's checksum) or has nothing to add.
    Result<void> addDebugFile(int descriptor);

    /// The supplementary file that the file with the DWARF needs; none if it needs none, or has it already.
    const std::optional<SupplementaryLink>& supplementaryLink() const;
    /// Adds the file of supplementaryLink(). Fails if the build ids differ.
    Result<void> addSupplementaryFile(int descriptor);

    /// The linked address of a byte that is loaded from the file, which follows from a mapping's start, file
    /// offset and an absolute address. None if no segment loads that byte.
    std::optional<std::uint64_t> addressOfFileOffset(std::uint64_t offset) const;

    /// The same as `addr2line -fiC` for each address (linked addresses, in any order): out[i] belongs to
    /// addresses[i]. A return address is the instruction after its call: callers have to subtract one.
    /// Cheapest in batches. Never fails. For a function without a name, the last frame has the start, if the
    /// unwind information has it; an unknown address gets an empty entry.
    void resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out);
    SymbolizedFrames resolve(std::uint64_t address);

    /// Whether the module's file contains machine code, not only names for the code of another file.
    bool hasCode() const;
    /// The processor, as an ELF number (EM_X86_64).
    std::uint16_t machine() const;
    /// The machine code of the non-inlined function around an address: its parts in ascending order; debug
    /// information may have several. Empty if nothing is known.
    std::vector<AddressRange> functionAround(std::uint64_t address);
    /// The bytes of a range; fewer if the file has no more, none if it has no machine code.
    std::span<const std::byte> codeOf(AddressRange range) const;
    /// The addresses of a range within one function at which the result of resolve() may change, in ascending
    /// order; the first is the range's begin.
    std::vector<std::uint64_t> boundariesIn(AddressRange range);

    /// The sizes of its files together: the maximum that releasePages() can release.
    std::uint64_t fileBytes() const;
    /// Allows the kernel to reclaim the memory of the files' contents, which are read again when needed.
    void releasePages() const;

private:
    struct Parts;
    explicit ModuleSymbols(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace candela
