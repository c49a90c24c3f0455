/// What the timeline marks in its lanes: the part of each weight that is in the selected function, and the
/// part that is in matches of the search. Both may be marked at once, and are drawn differently.
#pragma once

#include "model/analysis/samples/filter.h"
#include "views/session/stack_mark.h"

#include <array>
#include <cstddef>
#include <memory>

namespace candela {

enum class MarkKind { Search, Selection }; ///< the later one is drawn above
inline constexpr std::array markKinds{MarkKind::Search, MarkKind::Selection};

/// Something for each kind of mark.
template<typename T>
struct ForMarks {
    std::array<T, markKinds.size()> of{};

    T& operator[](MarkKind kind) { return of[static_cast<std::size_t>(kind)]; }
    const T& operator[](MarkKind kind) const { return of[static_cast<std::size_t>(kind)]; }
    bool operator==(const ForMarks&) const = default;
};

struct TimelineMarks {
    std::shared_ptr<const CallTreeShape> shape; ///< what the marks are groups of; null without marks
    ForMarks<StackMark> marks = {};

    /// The session's marks for that profile; none while the session shows an earlier one.
    static TimelineMarks of(const Session& session, const std::shared_ptr<const Profile>& profile);

    bool isEmpty() const;
    bool has(MarkKind kind) const { return !marks[kind].isEmpty(); }
    /// "draw", "matches"; short enough for a line.
    QString name(MarkKind kind) const { return marks[kind].shortName(*shape->groups); }
    bool operator==(const TimelineMarks&) const = default;
};

} // namespace candela
