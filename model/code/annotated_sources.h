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
    std::vector<LineWeight> lines{};  ///< the lines with weight, ascending
    const SourceText* text = nullptr; ///< null if it was not found
    std::uint32_t firstLine = 0;      ///< of lines with weight and of the function's own ones
    std::uint32_t lastLine = 0;
    std::uint32_t declaredLine = 0; ///< where the function begins; 0: not known, or in another file

    LineWeight weightOf(std::uint32_t line) const;
    /// Whether the text is that of the recorded build, as far as its time shows.
    bool hasRecordedText() const { return text && !text->isNewer; }
    /// Whether the text is that of lines that the profile keeps.
    bool hasKeptText() const { return text && text->isKept(); }
    /// Numbers of lines with weight and, as far as there is a text, of up to `around` lines before and after
    /// each.
    std::vector<std::uint32_t> linesAround(std::uint32_t around) const;
    /// Numbers of all lines of the function that have a text or weight.
    std::vector<std::uint32_t> wholeLines() const;
};

/// The function's own file first, then by self weight. The results refer to texts that the finder keeps, so
/// the finder must outlive them.
std::vector<AnnotatedSource> annotatedSources(const AnnotatedFunction& function, SourceFinder& sources,
                                              Task& task);

/// Replaces tabs by spaces, up to columns that are multiples of four.
std::string withoutTabs(std::string_view line);

} // namespace candela
