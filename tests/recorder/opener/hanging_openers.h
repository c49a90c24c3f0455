/// Pids for requests to hanging_openers. For other pids it answers with the text at once.
#pragma once

#include <cstdint>

namespace candela {

inline constexpr std::int32_t hangingProcess = 1'000'000'001; ///< its text never arrives
inline constexpr std::int32_t deadlyProcess = 1'000'000'002;  ///< an opener that reads its text exits
inline constexpr std::int32_t slowProcess = 1'000'000'005;    ///< its text takes half a second of CPU time
/// Its text is available a second after the fork server's start.
inline constexpr std::int32_t lateProcess = 1'000'000'006;
inline constexpr std::int32_t someProcess = 1'000'000'003;
inline constexpr std::int32_t otherProcess = 1'000'000'004;

} // namespace candela
