/// The output of hotspot's perf parser, which hotspot's window reads.
#pragma once

#include "model/base/result.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// The outermost function of a stack and its callee; a function without a name is empty.
struct StackStart {
    std::string outermost, next;
};

struct ParsedSample {
    std::uint32_t tid = 0;
    std::uint64_t time = 0; ///< nanoseconds, as in perf.data
    StackStart walked;      ///< without frames that hotspot guessed beyond the available stack memory
    StackStart guessed;     ///< with these guessed frames
    bool hasGuesses = false;
};

/// The samples in a file that `hotspot-perfparser --output FILE` wrote: a magic text and a version, then
/// records, each with its length before it (little endian) and in the format of Qt's data stream (big
/// endian).
Result<std::vector<ParsedSample>> readParsedSamples(const QString& path);

} // namespace candela
