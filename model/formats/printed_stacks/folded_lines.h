/// The lines of folded stacks, taken apart. Formats: brendangregg/FlameGraph, README ("main;draw;blit 12")
/// and difffolded.pl ("main;draw;blit 12 15": base and new).
#pragma once

#include "model/formats/input/file_start.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace candela {

/// A number with its first three decimals. Both parts have the same sign.
struct FoldedNumber {
    std::int64_t whole = 0;
    std::int32_t thousandths = 0;
    bool isRounded = false; ///< it had more than three decimals

    bool isZero() const { return whole == 0 && thousandths == 0; }
};

struct FoldedLine {
    std::string_view stack; ///< frames from the root, separated by ';'
    FoldedNumber weight;
};

/// Nothing for a line that is none.
std::optional<FoldedLine> parseFoldedLine(std::string_view line);

/// The same line with a weight before the last one: what its stack ends with is a number.
std::optional<FoldedLine> parseFirstColumn(const FoldedLine& line);

/// Whether nothing is in a line but blanks.
bool isBlankLine(std::string_view line);

/// Whether a line is a comment. Stacks may begin like one ("//tool:main;run 3", "#<Class:0x1>#new 2"), so
/// that what has a weight is none, but for "# text 12" before the first stack.
bool isFoldedComment(std::string_view line, const std::optional<FoldedLine>& parsed, bool isBeforeStacks);

/// Takes the first frame off the front of a line's stack.
std::string_view takeFoldedFrame(std::string_view& rest);

/// Whether a line with that stack counts as one when a file is recognized.
bool looksLikeFoldedStack(std::string_view stack);

/// Whether a file can be folded stacks: by the lines that are whole in its start.
bool looksFolded(const FileStart& start);

} // namespace candela
