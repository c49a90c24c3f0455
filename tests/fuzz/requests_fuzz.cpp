/// Requests of a client to the recorder, which has privileges, in pieces of seven bytes.
#include "model/recording/request_stream.h"

#include <algorithm>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    auto rest = std::as_bytes(std::span(bytes, size));
    candela::RequestReader reader;
    while (!rest.empty()) {
        const auto piece = rest.first(std::min<std::size_t>(7, rest.size()));
        reader.feed(piece);
        rest = rest.subspan(piece.size());
        for (;;) {
            const auto request = reader.next();
            if (!request) return 0;
            if (!*request) break;
        }
    }
    return 0;
}
