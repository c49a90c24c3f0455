/// The machine code of one function, with its source lines. Addresses are as linked.
#pragma once

#include "model/symbols/names/address_range.h"
#include "model/symbols/names/symbolized_frame.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

class ModuleSymbols;

/// Contiguous bytes. A function has several parts if its compiler moved rarely executed code away.
struct CodePart {
    std::uint64_t start = 0;
    std::vector<std::byte> bytes;

    AddressRange range() const { return {start, start + bytes.size()}; }
};

/// The source of the code from an address up to the next row or the part's end.
struct CodeLines {
    std::uint64_t address = 0;
    SymbolizedFrames frames; ///< innermost first: all but the last are inlined; empty: not known
};

/// Limits of how much of a function is read.
struct CodeLimits {
    std::size_t bytes = 1 << 20;
    std::size_t lines = 200'000; ///< rows of CodeLines
};

struct FunctionCode {
    std::string modulePath;
    std::string buildId;                          ///< hexadecimal; may be empty
    std::uint16_t machine = 0;                    ///< the processor, as ELF numbers them: EM_X86_64
    std::vector<CodePart> parts;                  ///< in ascending order; they do not overlap
    std::vector<CodeLines> lines;                 ///< in ascending order
    std::map<std::uint64_t, std::string> targets; ///< names of the functions that it calls or jumps to, by
                                                  ///< address
    bool isCut = false;                           ///< the function is larger than the limits
    std::string source;                           ///< where the code was found: "files of this machine"
    bool isBuildKnown = true;                     ///< false: the file at the module's path was taken

    bool covers(std::uint64_t address) const;
    /// The functions and lines at an address, innermost first; empty if nothing is known.
    const SymbolizedFrames& framesAt(std::uint64_t address) const;
    /// The function that the code belongs to; its name is empty if it is not known.
    const SymbolizedFrame& function() const;
    /// The start of the first part; 0 if there is none.
    std::uint64_t start() const { return parts.empty() ? 0 : parts.front().start; }
};

/// The function around an address of the file, without its callees; none if no function is known there, or if
/// the file has no machine code for it.
std::optional<FunctionCode> readFunctionCode(ModuleSymbols& symbols, std::uint64_t address,
                                             const CodeLimits& limits = {});

/// Where the instructions of a function's code start, in ascending order; none if that is not known.
using ReadStarts = std::optional<std::vector<std::uint64_t>> (*)(const FunctionCode&);

/// The same for a function whose instructions at `addresses` matter, the first ones most: of a function with
/// more than `maximumBytes` of code, what is around them. There must be an address.
std::optional<FunctionCode> readCodeAround(ModuleSymbols& symbols, std::span<const std::uint64_t> addresses,
                                           std::size_t maximumBytes, ReadStarts readStarts,
                                           const CodeLimits& limits = {});

} // namespace candela
