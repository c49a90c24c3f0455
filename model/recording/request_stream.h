/// What a client says to the recorder: requests, each its length (4 bytes, little-endian), then the message.
#pragma once

#include "model/base/result.h"
#include "model/recording/recording.pb.h"
#include "model/recording/stream_limits.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace candela {

/// The bytes of one request. Fails on one above maximumRequestSize.
Result<std::string> writeRequest(const recording::Request& request);

/// Takes requests out of untrusted bytes, arriving in any pieces. It never holds more than one
/// request's limit beyond what the last feed() brought.
class RequestReader {
public:
    void feed(std::span<const std::byte> bytes);
    /// The next whole request; none while its bytes are still missing. After an error, each call gives the
    /// same.
    Result<std::optional<recording::Request>> next();
    /// Whether a part of a request has arrived: an end of the stream now is a cut.
    bool isInsideRequest() const { return !m_pending.empty(); }

private:
    std::string m_pending;
    bool m_isBroken = false;
};

} // namespace candela
