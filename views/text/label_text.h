/// What a process's labels are, for tooltips.
#pragma once

#include "model/profile/profile.h"

#include <QString>

namespace candela {

/// Rich text: the process's or thread's name and number, then its labels, a line each. Empty where there is
/// neither.
QString labelToolTip(const Profile& profile, ProcessIndex process, ThreadIndex thread);

} // namespace candela
