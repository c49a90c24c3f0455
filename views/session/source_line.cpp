#include "views/session/source_line.h"

namespace candela {

SourceLine sourceLineOf(const FrameGroups& groups, FrameGroupIndex index) {
    if (!index) return {};
    const auto& group = groups[index];
    const auto& profile = *groups.profile;
    SourceLine found{functionOf(groups, index)};
    if (group.file) found.file = profile.text(group.file);
    found.line = group.line;
    if (found.line == 0 && group.function) found.line = profile.functions[group.function.row()].startLine;
    return found;
}

} // namespace candela
