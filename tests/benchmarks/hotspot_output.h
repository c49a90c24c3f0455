/// What hotspot's perf parser writes for hotspot's window to read.
#pragma once

#include "model/base/result.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace candela {

struct ParsedSample {
    std::uint32_t tid = 0;
    std::uint64_t time = 0; ///< nanoseconds, as perf.data says it
    std::size_t frames = 0; ///< of kernel and user, inlined ones not counted
    std::size_t guessed =
        0; ///< of these the outermost, which it guessed: beyond the stack memory that there is
};

/// The samples in a file that `hotspot-perfparser --output FILE` wrote: after a magic text and a version come
/// records, each with its length in front (little endian) and written by Qt's data stream (big endian).
Result<std::vector<ParsedSample>> readParsedSamples(const QString& path);

} // namespace candela
