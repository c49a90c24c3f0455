/// Call frame information as compilers store it: `.eh_frame` (Linux Standard Base, Exception Frames) and
/// `.debug_frame` (DWARF 5, section 6.4). Finds the entries of a section; call_frame_program.h runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace candela {

enum class FrameSectionKind { EhFrame, DebugFrame };

/// The bytes of a section and its virtual address.
struct FrameSection {
    FrameSectionKind kind = FrameSectionKind::EhFrame;
    std::span<const std::byte> bytes;
    std::uint64_t address = 0;
    std::uint8_t addressSize = 8;
};

/// A common information entry, which several functions share.
struct CommonEntry {
    std::uint64_t codeAlignment = 1;
    std::int64_t dataAlignment = 1;
    std::uint64_t returnRegister = 16;
    std::uint8_t pointerEncoding = 0; ///< DW_EH_PE_…
    bool hasAugmentation = false;     ///< the entries of functions have augmentation bytes
    bool isSignalFrame = false;
    std::span<const std::byte> instructions;
};

/// A frame description entry: one run of code.
struct FunctionEntry {
    std::uint64_t begin = 0; ///< ELF virtual address
    std::uint64_t end = 0;
    std::span<const std::byte> instructions;
    const CommonEntry* common = nullptr;
};

struct FunctionEntries {
    std::vector<FunctionEntry> functions; ///< in file order; they point into the section and to `commons`
    std::vector<std::unique_ptr<CommonEntry>> commons;
    std::size_t damaged = 0; ///< how many entries were skipped
};

/// Reads a section. Never fails: if the section is damaged from its start, there are no entries.
FunctionEntries readFunctionEntries(const FrameSection& section);
/// Reads the one entry at an offset of the section: no function if it is damaged, or of another kind.
FunctionEntries readFunctionEntryAt(const FrameSection& section, std::uint64_t offset);

} // namespace candela
