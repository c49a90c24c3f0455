/// A new folder for the captures of several recordings. Comparisons take each file of a folder as a run, so a
/// folder with other files is refused.
#pragma once

#include "model/base/result.h"

#include <QString>

namespace candela {

/// Creates the folder, which then belongs to the user who records (see recordingUser()); an empty one is
/// taken as it is. Its parent must exist. Fails with Usage if the folder holds anything or the path is no
/// folder, NotPermitted if it can't be created.
Result<void> createCaptureFolder(const QString& path);

} // namespace candela
