/// System calls that the recorder made although its filter does not allow them. The caller gets an error as
/// if the kernel did not know the call, and the call is remembered here. So a call that a library makes is
/// noticed, but does not end a recording.
#pragma once

#include <string>
#include <vector>

namespace candela {

class ForbiddenCalls {
public:
    /// Watches the whole process: to be called once, before a filter is loaded. False if the registers of
    /// this processor are not known.
    static bool watch();
    /// The names of the calls since the last take(), each once.
    static std::vector<std::string> take();
};

} // namespace candela
