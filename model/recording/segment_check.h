/// Checks whether a Segment is usable. It is checked completely before any of it is used, so that an invalid
/// one has no effect.
#pragma once

#include "model/recording/recording.pb.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// Whether the serialized Segment has no more rows than is usual for its kind: checked before parsing,
/// because a message of two bytes takes a hundred bytes of memory when it is parsed.
bool hasUsualRowCounts(std::string_view serialized);

/// A text about the first error. Empty if every index is in range, parents precede their children, and
/// columns have equal lengths.
std::string check(const recording::Segment& segment);

/// The number of rows of tables that consist of columns: the length of the longest column.
std::uint64_t labelRows(const recording::LabelSets& sets);
std::uint64_t frameRows(const recording::Frames& frames);
std::uint64_t stackRows(const recording::Stacks& stacks);
std::uint64_t sampleRows(const recording::Samples& samples);

} // namespace candela
