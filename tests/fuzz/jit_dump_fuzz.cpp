/// The dumps of just-in-time compilers (untrusted), whole and in pieces as a growing file is read.
#include "model/symbols/generated/jit_dump.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using candela::JitDump;

/// Reads as GrowingFile does, at most `pieceSize` bytes at once.
JitDump read(std::span<const std::byte> bytes, std::size_t pieceSize) {
    JitDump dump;
    std::uint64_t offset = 0;
    for (std::size_t end = pieceSize; offset < bytes.size(); end += pieceSize) {
        const auto written = bytes.first(std::min(end, bytes.size()));
        if (offset < written.size()) offset += dump.append(written.subspan(offset));
        if (end >= bytes.size()) break;
    }
    return dump;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto file = std::as_bytes(std::span(bytes, size));
    const auto whole = read(file, size + 1);
    const auto inPieces = read(file, 24);
    if (whole.size() != inPieces.size()) std::abort();
    for (std::uint64_t address = 0; address < 0x10000; address += 0xff) {
        const auto frames = whole.find(address);
        if (frames != inPieces.find(address)) std::abort();
        if (frames.size() > 1 || (frames.size() == 1 && frames.front().name.empty())) std::abort();
    }
    return 0;
}
