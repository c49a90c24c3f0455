/// Reads folded (collapsed) stacks: one sample for each line, or two if each line has two weights.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/encoding/hashed_text.h"
#include "model/formats/printed_stacks/folded_lines.h"
#include "model/profile/profile_builder.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace candela {

class FoldedReader {
public:
    explicit FoldedReader(ProfileBuilder& builder) : m_builder(builder) {}

    /// Adds all lines as samples of the value type "samples", or of "base" and "new" if all have two weights;
    /// fails if no line is a stack, or when cancelled.
    Result<void> read(std::string_view text, Task& task);

private:
    struct Step {
        std::size_t end = 0; // of the frame's name in the line
        StackIndex stack;
    };

    Result<void> takeLines(std::string_view text, Task& task);
    bool haveTwoColumns() const;
    void noteFractions(bool areTwo);
    Result<void> addLines(bool areTwo, Task& task);
    void addSample(ValueTypeIndex value, StackIndex stack, const FoldedNumber& weight);
    StackIndex stackOf(std::string_view frames);
    FrameIndex frame(std::string_view name);
    FunctionIndex function(std::string_view name);
    void warn();

    ProfileBuilder& m_builder;
    std::vector<FoldedLine> m_lines;
    std::string_view m_previous;        // the previous line's frames
    std::vector<Step> m_steps;          // their stacks
    HashedTextMap<FrameIndex> m_frames; // by name
    std::size_t m_others = 0;           // lines that are not stacks
    std::size_t m_tooLarge = 0;         // weights that exceed 64 bits in thousandths
    bool m_hasFractions = false;
    bool m_isRounded = false;
};

} // namespace candela
