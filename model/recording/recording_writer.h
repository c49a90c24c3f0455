/// Writes a Profile as a recording, so that a converted file is read like a recorded one: segments of the
/// usual size, in order of time if samples have times, each complete in itself.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <functional>
#include <span>

namespace candela {

/// Passes the bytes of the recording to `write`, piece by piece.
Result<void> writeRecording(const Profile& profile,
                            const std::function<void(std::span<const std::byte>)>& write, Task& task);

} // namespace candela
