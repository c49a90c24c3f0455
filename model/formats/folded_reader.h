/// Folded (collapsed) stacks: one line a stack, "main;draw;blit 12". Format: brendangregg/FlameGraph, README.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace candela {

/// A line of folded stacks, taken apart. The weight counts thousandths, so that fractions are known exactly.
struct FoldedLine {
    std::string_view stack; ///< frames from the root, separated by ';'
    std::int64_t thousandths = 0;
    bool isRounded = false; ///< it had more than three decimals
};

/// Nothing for a line that is none.
std::optional<FoldedLine> parseFoldedLine(std::string_view line);

/// Whether a text can be folded stacks: by the lines that are whole in it.
bool looksFolded(std::string_view start, bool isCut);

class FoldedReader {
public:
    explicit FoldedReader(ProfileBuilder& builder) : m_builder(builder) {}

    /// Adds all lines as samples of the value type "samples"; fails if no line is one, or when cancelled.
    Result<void> read(std::string_view text, Task& task);

private:
    struct Step {
        std::string_view name;
        StackIndex stack;
    };

    void addLine(const FoldedLine& line);
    StackIndex stackOf(std::string_view frames);
    FrameIndex frame(std::string_view name);

    ProfileBuilder& m_builder;
    ValueTypeIndex m_value;
    std::int64_t m_unit = 1000; // thousandths that are one of the weight's unit
    std::vector<Step> m_steps;  // of the line before
    absl::flat_hash_map<std::string_view, FrameIndex> m_frames;
};

} // namespace candela
