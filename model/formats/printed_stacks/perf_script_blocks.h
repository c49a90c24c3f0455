/// Splits the text of `perf script` into samples with the lines of their stacks.
#pragma once

#include "model/formats/printed_stacks/perf_script_lines.h"

#include <optional>
#include <string_view>

namespace candela {

/// A comment, a sample, or lines that are neither.
struct PerfScriptBlock {
    enum class Kind { Comment, Sample, Other };
    Kind kind = Kind::Other;
    std::string_view line; ///< the first line; empty if nothing precedes the stack
    PerfScriptSample sample;
    std::string_view frames; ///< the lines of the stack, with line ends
};

class PerfScriptBlocks {
public:
    explicit PerfScriptBlocks(std::string_view text) : m_rest(text) {}

    /// The next block; none at the end.
    std::optional<PerfScriptBlock> next();
    /// The text after the last block.
    std::string_view rest() const { return m_rest; }

private:
    PerfScriptBlock takeStack();
    PerfScriptBlock takeSample(std::string_view line);

    std::string_view m_rest;
};

} // namespace candela
