/// The frames of a speedscope file, and the stacks that its samples make of them. Equal stacks are looked up
/// by their text, not walked again.
#pragma once

#include "model/formats/encoding/hashed_text.h"
#include "model/formats/json/json_document.h"
#include "model/profile/profile_builder.h"

#include <string_view>
#include <vector>

namespace candela {

class SpeedscopeStacks {
public:
    explicit SpeedscopeStacks(ProfileBuilder& builder) : m_builder(builder) {}

    /// Adds the next of the file's frames: name, file, line.
    void addFrame(JsonValue frame);
    /// The frame of that number; a frame without a name for numbers that the file does not explain.
    FrameIndex frame(std::uint64_t number);
    /// Adds to `stacks` the stack of "[0, 12, 3]", root first; none of "[]". It comes with a later call, at
    /// the latest with addPending(), and in order. The text must outlive this.
    void addStack(std::string_view list, std::vector<StackIndex>& stacks);
    void addPending(std::vector<StackIndex>& stacks);
    /// The stack that a frame makes on top of another.
    StackIndex child(StackIndex caller, FrameIndex frame) { return m_builder.stack(caller, frame); }
    /// Whether a frame was asked for that is not there.
    bool hasUnknownFrames() const { return m_hasUnknownFrames; }

private:
    struct Step {
        FrameIndex frame;
        StackIndex stack;
    };

    StackIndex stack(HashedText numbers);
    StackIndex readStack(std::string_view numbers);
    StackIndex addFrames(StackIndex caller, std::string_view numbers);

    ProfileBuilder& m_builder;
    std::vector<FrameIndex> m_frames;
    std::vector<Step> m_steps; // of the stack before, from the root
    HashedTextMap<StackIndex> m_known;
    std::vector<HashedText> m_pending;
    CallerLookUps m_callerLookUps;
    bool m_hasUnknownFrames = false;
};

} // namespace candela
