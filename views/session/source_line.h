/// A source line that is to be opened in the user's editor, as far as the profile names it.
#pragma once

#include "views/session/call_path.h"

#include <cstdint>
#include <string>

namespace candela {

struct SourceLine {
    CallStep function = {}; ///< without a name: only the file matters
    std::string file = {};  ///< as debug information names it; empty: not known
    std::uint32_t line = 0; ///< 0: not known
};

/// The line of a group of frames; if the group has none, the one where its function begins.
SourceLine sourceLineOf(const FrameGroups& groups, FrameGroupIndex group);

} // namespace candela
