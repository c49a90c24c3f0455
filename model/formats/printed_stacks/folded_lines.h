/// Parses the lines of folded stacks. Formats: brendangregg/FlameGraph, README ("main;draw;blit 12") and
/// difffolded.pl ("main;draw;blit 12 15": base and new).
#pragma once

#include "model/formats/input/file_start.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace candela {

/// A number with its first three decimals. Both fields have the same sign.
struct FoldedNumber {
    std::int64_t whole = 0;
    std::int32_t thousandths = 0;
    bool isRounded = false; ///< it had more decimals than three

    bool isZero() const { return whole == 0 && thousandths == 0; }
};

struct FoldedLine {
    std::string_view stack; ///< frames from the root, separated by ';'
    FoldedNumber weight;
};

/// A line of folded stacks; none if the line is none.
std::optional<FoldedLine> parseFoldedLine(std::string_view line);

/// The same line read with two weights: the number at the end of its stack is the first weight. None if there
/// is none.
std::optional<FoldedLine> parseFirstColumn(const FoldedLine& line);

/// Whether a line has only blanks.
bool isBlankLine(std::string_view line);

/// Whether a line is a comment. Stacks may begin like one ("//tool:main;run 3", "#<Class:0x1>#new 2"), so a
/// line with a weight is not a comment, except "# text 12" before the first stack.
bool isFoldedComment(std::string_view line, const std::optional<FoldedLine>& parsed, bool isBeforeStacks);

/// Removes the first frame from the front of a line's stack.
std::string_view takeFoldedFrame(std::string_view& rest);

/// Whether a line with that stack shows that a file has folded stacks.
bool looksLikeFoldedStack(std::string_view stack);

/// Whether a file can be folded stacks, by the complete lines in its start.
bool looksFolded(const FileStart& start);

} // namespace candela
