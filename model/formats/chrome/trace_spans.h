/// Spans of one thread of a trace as stacks: the spans that have begun and not ended are the stack. First,
/// match() pairs begins and ends. Spans that overlap without one being inside the other keep their lengths.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace candela {

class TraceSpans {
public:
    /// Times are nanoseconds; equal times keep the order in which they are added. An end matches the last
    /// begin with the same name or, without a name, the last begin.
    void addBegin(std::int64_t time, FrameIndex frame, StringIndex name) {
        m_marks.push_back({time, openEnd, frame, name, Mark::Begin});
    }
    void addEnd(std::int64_t time, StringIndex name) { m_marks.push_back({time, time, {}, name, Mark::End}); }
    void addSpan(std::int64_t time, std::int64_t length, FrameIndex frame) {
        m_marks.push_back({time, time + length, frame, {}, Mark::Span});
    }
    /// Pairs each begin with its end. Call it once, before addTo().
    void match();
    bool isEmpty() const { return m_marks.empty(); }
    /// Whether any span takes time.
    bool hasTime() const;
    std::int64_t firstTime() const;

    /// Adds a sample for each period during which the stack is the same. Times become relative to `origin`.
    void addTo(ProfileBuilder& builder, ValueTypeIndex value, ThreadIndex thread, std::int64_t origin);

    /// Whether addTo() found overlaps.
    bool hasOverlaps() const { return m_hasOverlaps; }
    bool hasUnknownEnds() const { return m_hasUnknownEnds; }
    bool hasOpenEnds() const { return m_hasOpenEnds; }
    bool isTooDeep() const { return m_isTooDeep; }

private:
    static constexpr std::size_t maximumLevels = 1000;
    static constexpr std::int64_t openEnd = std::numeric_limits<std::int64_t>::max();

    struct Mark {
        enum Kind : std::uint8_t { Begin, End, Span };
        std::int64_t time;
        std::int64_t end;
        FrameIndex frame;
        StringIndex name;
        Kind kind;
    };
    struct Open {
        FrameIndex frame;
        std::int64_t end;
        StackIndex stack;
    };
    struct Target; // the destination of samples

    void open(const Mark& mark, Target& target);
    void close(std::size_t level, Target& target);
    void endSpansUntil(std::int64_t time, Target& target);
    void advance(std::int64_t time, Target& target);

    std::vector<Mark> m_marks;
    std::vector<Open> m_open; // the stack, from the root
    std::int64_t m_now = 0;
    std::int64_t m_nextEnd = openEnd; // the earliest end of the open spans
    bool m_isTorn = false;            // an open span has lost its caller since the last sample
    bool m_isTooDeep = false;
    bool m_hasOverlaps = false;
    bool m_hasUnknownEnds = false;
    bool m_hasOpenEnds = false;
};

} // namespace candela
