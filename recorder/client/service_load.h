/// How many recorders of the service a user has at once. Each connection gets a service of its own, named
/// after its number, its client's process and user (systemd.unit(5), "Accept="); a user's further ones are
/// refused, so that no user can keep the others out.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace candela {

inline constexpr std::size_t maximumServicesOfUser = 4;

/// How many of these control groups ("candela-recorder@7-1234-1000.service") are of that user and of earlier
/// connections than `own`. Later ones don't count: of many that start at once, the first ones stay.
std::size_t earlierServicesOfUser(std::span<const std::string> groups, std::string_view own,
                                  std::uint32_t user);

/// Fails where the user has as many as may be already. What started us may be no systemd: then it
/// has to look after that itself. Root is not limited.
Result<void> checkServicesOfUser(std::uint32_t user);

} // namespace candela
