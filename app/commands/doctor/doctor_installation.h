/// The part of `candela doctor` about the installation: whether polkit and systemd find Candela's files, and
/// what to do if the prefix is outside the folders that they search.
#pragma once

#include "app/commands/doctor/doctor_checks.h"

namespace candela {

Check polkitCheck();
Check serviceCheck();

} // namespace candela
