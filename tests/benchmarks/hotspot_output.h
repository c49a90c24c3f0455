/// What hotspot's perf parser writes for hotspot's window to read.
#pragma once

#include "model/base/result.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// The outermost function of a stack and what it calls; empty where one has no name.
struct StackStart {
    std::string outermost, next;
};

struct ParsedSample {
    std::uint32_t tid = 0;
    std::uint64_t time = 0; ///< nanoseconds, as in perf.data
    StackStart walked;      ///< without the frames that it guessed, beyond the stack memory that there is
    StackStart guessed;     ///< with them
    bool hasGuesses = false;
};

/// The samples in a file that `hotspot-perfparser --output FILE` wrote: after a magic text and a version come
/// records, each with its length in front (little endian) and written by Qt's data stream (big endian).
Result<std::vector<ParsedSample>> readParsedSamples(const QString& path);

} // namespace candela
