/// A process's labels as a tooltip.
#pragma once

#include "model/profile/profile.h"

#include <QString>

namespace candela {

/// Rich text: the process's or thread's name and number, then its labels, one on each line. Empty if neither
/// exists.
QString labelToolTip(const Profile& profile, ProcessIndex process, ThreadIndex thread);

} // namespace candela
