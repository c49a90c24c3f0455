/// Machine code that a recording keeps of a function that was hit, so that the function can be shown without
/// its file. Addresses are those of frames: in the mapping's address space.
#pragma once

#include "model/base/index.h"
#include "model/base/string_table.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct Function;
using MappingIndex = Index<struct MappingTag>;

/// Contiguous bytes of a function.
struct KeptPart {
    std::uint64_t start = 0;
    std::vector<std::byte> bytes;
};

/// A function at an address, and its line there.
struct KeptFrame {
    std::uint32_t function = 0; ///< row of KeptCode::functions
    std::uint32_t line = 0;     ///< 0: not known
};

/// The frames of the code from an address up to the next row: those from firstFrame up to that of the next
/// row.
struct KeptLines {
    std::uint64_t address = 0;
    std::uint32_t firstFrame = 0;
};

/// The name of a function that the code calls or jumps to.
struct KeptTarget {
    std::uint64_t address = 0;
    StringIndex name;
};

struct KeptCode {
    MappingIndex mapping;
    std::uint16_t machine = 0;       ///< the processor, as ELF numbers them: EM_X86_64
    bool isCut = false;              ///< the function is larger than the code here
    std::vector<KeptPart> parts;     ///< at least one; ascending, not empty, without overlaps
    std::vector<Function> functions; ///< those of the frames, without mappings
    std::vector<KeptLines> lines;    ///< ascending
    std::vector<KeptFrame> frames;   ///< innermost first in each row of `lines`
    std::vector<KeptTarget> targets; ///< ascending

    bool covers(std::uint64_t address) const;
    /// The number of code bytes.
    std::size_t size() const;
};

/// The number of code bytes that a function and a profile may keep.
inline constexpr std::size_t maximumKeptFunction = 256 << 10;
inline constexpr std::size_t maximumKeptCode = 64 << 20;

/// The warning about code that was left out because a profile can't keep more.
std::string tooMuchCodeSentence();

/// A text about the first problem of the code itself; empty if there is none. The rows that it refers to are
/// not checked.
std::string check(const KeptCode& code);

} // namespace candela
