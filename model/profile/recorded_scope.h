/// What recordings state about which processes they have.
#pragma once

#include <string_view>

namespace candela {

/// Origin::command of a recording of all processes.
inline constexpr std::string_view wholeMachineScope = "whole machine";

} // namespace candela
