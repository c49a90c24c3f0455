/// How many recorders of the service a user has at once. Each connection gets a service of its own, named after
/// its number, its client's process and user (systemd.unit(5), "Accept="); a user's further ones are refused,
/// so that nobody can keep the others out.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace candela {

inline constexpr std::size_t maximumServicesOfUser = 4;

/// How many of these control groups ("candela-recorder@7-1234-1000.service") are of that user.
std::size_t servicesOfUser(std::span<const std::string> groups, std::uint32_t user);

/// Fails where the user has more than may be, this one included. What started us may be no systemd: then it
/// has to look after that itself. Root is not limited.
Result<void> checkServicesOfUser(std::uint32_t user);

} // namespace candela
