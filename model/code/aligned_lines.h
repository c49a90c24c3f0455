/// The source lines of a function in two builds, side by side: files that correspond, and their lines.
#pragma once

#include "model/code/aligned_code.h"
#include "model/code/annotated_sources.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace candela {

struct AlignedLine {
    std::optional<std::uint32_t> base, newSide; ///< numbers of lines; 0: weight whose line is not known
    Alignment alignment = Alignment::Same;
    bool beginsPart = false; ///< lines before it are omitted
};

/// How lines were paired.
enum class LineEvidence : std::uint8_t {
    Text,     ///< by the text of both builds
    Distance, ///< by the distance from the function's first line, as a text is missing or from another build
};

/// A file that both sides have lines of, or one of them. Indices of the sides' sources.
struct AlignedSource {
    std::optional<std::size_t> base{}, newSide{};
    LineEvidence evidence = LineEvidence::Text;
    /// False: what stands in the file now is another build's text, and the other side has its own.
    bool isBaseTextShown = true, isNewTextShown = true;
    std::vector<AlignedLine> lines{};
};

/// The text of a line; empty where the file has another build's text, or none was found.
inline std::string_view shownLine(const AnnotatedSource& source, bool isTextShown, std::uint32_t number) {
    return isTextShown && source.text ? source.text->line(number) : std::string_view();
}

/// The limit of lines on each side, above which lines are paired by distance: the time grows with the
/// product.
inline constexpr std::size_t maximumAlignedLines = 3000;

/// Which lines of a file are shown.
enum class LineExtent : std::uint8_t {
    Function,      ///< the function's own lines, and those of inlined code near weights
    AroundWeights, ///< those near weights
};

/// The function's own file is that of `function.file`, whatever its path is on the other side. Other files
/// correspond if their paths are equal, or else their names. A text that was changed after the recording is
/// not compared: it may be that of the other build. With both texts, equal lines are aligned first
/// (alignedPairs()), then, between those, lines that have at least half of their words in common.
std::vector<AlignedSource> alignedSources(const AnnotatedFunction& baseFunction,
                                          std::span<const AnnotatedSource> base,
                                          const AnnotatedFunction& newFunction,
                                          std::span<const AnnotatedSource> newSide, LineExtent extent);

} // namespace candela
