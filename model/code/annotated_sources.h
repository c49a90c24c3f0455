/// The source files of an annotated function, each with the weights of its lines and its text.
#pragma once

#include "model/code/annotated_function.h"
#include "model/code/source_finder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct AnnotatedSource {
    std::string file;                 ///< as in the debug information; empty: no line is known
    std::vector<LineWeight> lines;    ///< the lines with weight, ascending
    const SourceText* text = nullptr; ///< null if it was not found
    std::uint32_t firstLine = 0;      ///< the function's first line in this file
    std::uint32_t lastLine = 0;

    LineWeight weightOf(std::uint32_t line) const;
    /// Numbers of lines with weight and, if there is a text, of up to `around` lines before and after each.
    std::vector<std::uint32_t> linesAround(std::uint32_t around) const;
    /// Numbers of all lines of the function.
    std::vector<std::uint32_t> wholeLines() const;
};

/// The function's own file first, then by self weight. The results refer to texts that the finder keeps, so
/// the finder must outlive them.
std::vector<AnnotatedSource> annotatedSources(const AnnotatedFunction& function, SourceFinder& sources,
                                              Task& task);

/// Replaces tabs by spaces, up to columns that are multiples of four.
std::string withoutTabs(std::string_view line);

} // namespace candela
