/// The source files of an annotated function, each with its lines' weights and its text.
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
    std::string file;                 ///< as debug information has it; empty: where no line is known
    std::vector<LineWeight> lines;    ///< those with weight, ascending
    const SourceText* text = nullptr; ///< null where it was not found
    std::uint32_t firstLine = 0;      ///< of the function in this file
    std::uint32_t lastLine = 0;

    LineWeight weightOf(std::uint32_t line) const;
    /// Numbers of lines with weight, and up to `around` lines before and behind each, where there is a text.
    std::vector<std::uint32_t> linesAround(std::uint32_t around) const;
    /// Numbers of all lines of the function.
    std::vector<std::uint32_t> wholeLines() const;
};

/// The function's own file first, then those with most self weight. What the finder keeps must live on.
std::vector<AnnotatedSource> annotatedSources(const AnnotatedFunction& function, SourceFinder& sources,
                                              Task& task);

/// Tabs as spaces, up to columns that are multiples of four.
std::string withoutTabs(std::string_view line);

} // namespace candela
