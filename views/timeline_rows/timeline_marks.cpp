#include "views/timeline_rows/timeline_marks.h"

#include "views/session/session.h"

#include <algorithm>

namespace candela {

TimelineMarks TimelineMarks::of(const Session& session, const std::shared_ptr<const Profile>& profile) {
    const auto& shown = session.shown();
    if (shown.isEmpty() || shown.profile != profile) return {};
    TimelineMarks found{shown.shape};
    found.marks[MarkKind::Selection] = selectionMark(session);
    found.marks[MarkKind::Search] = searchMark(session);
    if (found.isEmpty()) found.shape = nullptr;
    return found;
}

bool TimelineMarks::isEmpty() const {
    return std::ranges::none_of(markKinds, [this](MarkKind kind) { return has(kind); });
}

} // namespace candela
