/// How many recorders of the service a user runs at once. Each connection gets a service instance, named
/// after its number, its client's process and user (systemd.unit(5), "Accept="). Beyond the limit, a user's
/// new connections are refused, so that no user can keep others out.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace candela {

inline constexpr std::size_t maximumServicesOfUser = 4;

/// How many of these control groups ("candela-recorder@7-1234-1000.service") belong to that user and to
/// earlier connections than `own`. Later connections don't count: of many recorders that start at the same
/// time, the first ones stay.
std::size_t earlierServicesOfUser(std::span<const std::string> groups, std::string_view own,
                                  std::uint32_t user);

/// Fails if the user runs the maximum already. Does nothing if the recorder was not started by systemd;
/// whatever started it then has to limit the number. Root is not limited.
Result<void> checkServicesOfUser(std::uint32_t user);

} // namespace candela
