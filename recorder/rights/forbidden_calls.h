/// System calls that the recorder made although its filter does not allow them. To the caller they fail as if
/// the kernel did not know them; here they are remembered, so that no surprise of a library goes unseen and
/// none ends a recording.
#pragma once

#include <string>
#include <vector>

namespace candela {

class ForbiddenCalls {
public:
    /// For the whole process, once and before a filter is loaded; false where the processor is one whose
    /// registers we do not know.
    static bool watch();
    /// The names of those that are new since the last time, each once.
    static std::vector<std::string> take();
};

} // namespace candela
