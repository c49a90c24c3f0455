/// Writes a profile as an OTLP message with the layout of the newest release: one OTLP profile for each value
/// type, with a common dictionary.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <string>

namespace candela {

/// The message's bytes; fails only when cancelled.
Result<std::string> writeOtlpMessage(const Profile& profile, Task& task);

} // namespace candela
