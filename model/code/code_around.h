/// The part of a large function's code that is around its hot instructions.
#pragma once

#include "model/code/function_code.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

/// Leaves at most `maximumBytes` of the parts: whole instructions around the addresses. If that is too little
/// to show much around each of them, the last addresses are left out. To be called before the code has lines
/// and targets.
void keepAround(FunctionCode& code, std::span<const std::uint64_t> addresses, std::size_t maximumBytes,
                ReadStarts readStarts);

} // namespace candela
