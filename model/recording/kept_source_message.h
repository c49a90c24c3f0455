/// Kept source lines as a message of a Segment, and back.
#pragma once

#include "model/profile/kept_source.h"
#include "model/recording/recording.pb.h"

#include <cstdint>

namespace candela {

/// The lines of a message that has passed check() of its segment. The result may be invalid: see
/// check(const KeptSource&).
KeptSource keptSource(const recording::SourceText& message, StringIndex file);

/// Fills the message; `file` is the row of the file in the segment's strings.
void fillMessage(const KeptSource& source, recording::SourceText& message, std::uint32_t file);

} // namespace candela
