/// Writes a profile as an uncompressed pprof message (google/pprof, proto/profile.proto). Rows of all value
/// types that have the same stack, thread and labels become one sample.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <string>

namespace candela {

/// The message's bytes; fails only when cancelled.
Result<std::string> writePprofMessage(const Profile& profile, Task& task);

} // namespace candela
