/// What recordings state about which processes they have.
#pragma once

#include "model/base/text/model_text.h"

#include <string_view>

namespace candela {

/// Origin::command of a recording of all processes.
inline constexpr std::string_view wholeMachineScope = ModelText::trLater("whole machine");

} // namespace candela
