/// A recording that was damaged anywhere, arriving in pieces: the first byte selects their size.
#include "model/base/byte_reader.h"
#include "model/recording/recording_reader.h"
#include "tests/fuzz/required.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t pieceSize = bytes[0] == 0 ? size : bytes[0] * std::size_t(16);
    auto rest = std::as_bytes(std::span(bytes, size)).subspan(1);
    candela::RecordingReader reader;
    while (!rest.empty()) {
        const auto piece = rest.first(std::min(pieceSize, rest.size()));
        reader.feed(piece);
        rest = rest.subspan(piece.size());
    }
    candela::requireInvariants(reader.finish());
    return 0;
}
