/// Whether a Segment can be used: checked whole before any of it is, so that a bad one leaves nothing behind.
#pragma once

#include "model/recording/recording.pb.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// Whether the serialized Segment holds no more rows than a segment of its kind can: asked before parsing,
/// since a message of two bytes takes a hundred once it is parsed.
bool hasUsualRowCounts(std::string_view serialized);

/// Empty if every index is in range, parents come first and columns have one length, else what is wrong.
std::string check(const recording::Segment& segment);

/// Rows of the tables that stand in columns: the longest column's.
std::uint64_t labelRows(const recording::LabelSets& sets);
std::uint64_t frameRows(const recording::Frames& frames);
std::uint64_t stackRows(const recording::Stacks& stacks);
std::uint64_t sampleRows(const recording::Samples& samples);

} // namespace candela
