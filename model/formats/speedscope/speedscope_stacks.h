/// The frames of a speedscope file, and the stacks of its samples. Equal stacks are found by their text
/// instead of being built again.
#pragma once

#include "model/formats/encoding/hashed_text.h"
#include "model/formats/json/json_document.h"
#include "model/profile/profile_builder.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace candela {

class SpeedscopeStacks {
public:
    explicit SpeedscopeStacks(ProfileBuilder& builder) : m_builder(builder) {}

    /// Adds the next frame of the file: name, file, line.
    void addFrame(JsonValue frame);
    /// The frame of that number; a frame without a name if the file has no such frame.
    FrameIndex frame(std::uint64_t number);
    /// Adds the stack of "[0, 12, 3]", root first, to `stacks`; "[]" adds none. The stack itself may be added
    /// by a later call, in order, at the latest by addPending(). The text must outlive this object.
    void addStack(std::string_view list, std::vector<StackIndex>& stacks);
    void addPending(std::vector<StackIndex>& stacks);
    /// The stack that consists of the caller's stack and a frame.
    StackIndex child(StackIndex caller, FrameIndex frame) { return m_builder.stack(caller, frame); }
    /// Whether a missing frame was requested.
    bool hasUnknownFrames() const { return m_hasUnknownFrames; }

private:
    struct Step {
        FrameIndex frame;
        StackIndex stack;
    };

    void prefetchKnown(std::size_t hash) const;
    StackIndex stack(HashedText numbers);
    StackIndex readStack(std::string_view numbers);
    StackIndex addFrames(StackIndex caller, std::string_view numbers);

    ProfileBuilder& m_builder;
    std::vector<FrameIndex> m_frames;
    std::vector<Step> m_steps; // steps of the previous stack, from the root
    HashedTextMap<StackIndex> m_known;
    std::vector<HashedText> m_pending;
    CallerLookUps m_callerLookUps;
    bool m_hasUnknownFrames = false;
};

} // namespace candela
