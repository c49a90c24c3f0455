/// The number of steps in which progress bars show a share of the work.
#pragma once

namespace candela {

inline constexpr int progressSteps = 1000;

} // namespace candela
