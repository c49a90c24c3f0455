/// Kept code as a message of a Segment, and back.
#pragma once

#include "model/profile/profile.h"
#include "model/recording/recording.pb.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace candela {

/// The code of a message that has passed check() of its segment; the caller sets the mapping. `text` returns
/// the text of a row of the segment's strings. The result may be invalid: see check(const KeptCode&).
KeptCode keptCode(const recording::FunctionCode& message,
                  const std::function<StringIndex(std::uint32_t)>& text);

/// Adds contiguous code at an address.
void addPart(std::uint64_t start, std::span<const std::byte> bytes, recording::FunctionCode& message);

/// Fills the message except its mapping. `row` returns the row of a text in the segment's strings.
void fillMessage(const KeptCode& code, recording::FunctionCode& message,
                 const std::function<std::uint32_t(StringIndex)>& row);

} // namespace candela
