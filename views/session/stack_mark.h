/// What a view marks in the weights that it draws: the stacks with the selected function, or those with
/// matches of the search. Both are masks of stacks, so that a view needs one way to draw them.
#pragma once

#include "model/base/row_mask.h"
#include "views/session/shown.h"

#include <QString>

#include <memory>

namespace candela {

class Session;

struct StackMark {
    FrameGroupIndex selected;                     ///< none: the matches are marked
    std::shared_ptr<const SearchMatches> matches; ///< null: there is no search

    bool isEmpty() const { return !selected && !matches; }
    /// The stacks to mark, an entry for each, and one more for samples without a stack. The mark must not be
    /// empty.
    RowMask stacks(const CallTreeShape& shape) const;
    /// The function's name, or "matches".
    QString name(const FrameGroups& groups) const;
    /// The same with at most some forty letters, for lines that can't be elided.
    QString shortName(const FrameGroups& groups) const;
    bool operator==(const StackMark&) const = default;
};

/// The selected function, in the groups of what the session shows; empty if nothing is selected, or a
/// process, thread or label, which has no frames.
StackMark selectionMark(const Session& session);
/// The matches of the session's search; empty without one.
StackMark searchMark(const Session& session);

} // namespace candela
