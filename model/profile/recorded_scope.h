/// What recordings state about which processes they have, in English.
#pragma once

#include "model/base/text/model_text.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace candela {

/// Origin::command of a recording of all processes.
inline constexpr std::string_view wholeMachineScope = ModelText::trLater("whole machine");

/// Origin::command of a recording of these processes: "process 12 and its children".
std::string scopeOfProcesses(std::span<const std::int32_t> pids);

/// Origin::command in the user's language if it is one of these texts; a command line is unchanged.
std::string scopeText(std::string_view command);

} // namespace candela
