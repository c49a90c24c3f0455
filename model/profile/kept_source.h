/// Lines of source files that a recording keeps, so that functions that were hit can be shown with their text
/// after the files were changed or deleted.
#pragma once

#include "model/base/string_table.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// Consecutive lines of a file.
struct LineRun {
    std::uint32_t first = 0;        ///< number of the first line; a file's first line is 1
    std::vector<std::string> lines; ///< without their ends

    /// The number behind that of the last line.
    std::uint32_t end() const { return first + static_cast<std::uint32_t>(lines.size()); }
};

/// Lines of a file. A file with much text has several of these, without common lines.
struct KeptSource {
    StringIndex file;          ///< as debug information names it
    std::vector<LineRun> runs; ///< at least one; ascending, not empty, without overlaps

    std::size_t lines() const;
    /// The number of bytes of the text, with one for the end of each line.
    std::size_t size() const;
};

/// The number of bytes that a line, one KeptSource and a profile may keep, and of lines in a profile.
inline constexpr std::size_t maximumKeptLine = 16 << 10;
inline constexpr std::size_t maximumKeptText = 1 << 20;
inline constexpr std::size_t maximumKeptSources = 32 << 20;
inline constexpr std::size_t maximumKeptLines = 1'000'000;

/// The warning about lines that were left out because a profile can't keep more.
std::string tooMuchSourceSentence();

/// A text about the first problem of the lines themselves; empty if there is none. The row of
/// the file's name is not checked.
std::string check(const KeptSource& source);

} // namespace candela
