/// Writes a profile as an OTLP message in the layout of the newest release: one OTLP profile for each value
/// type, all sharing one dictionary.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <string>

namespace candela {

/// The message's bytes; fails only when cancelled.
Result<std::string> writeOtlpMessage(const Profile& profile, Task& task);

} // namespace candela
