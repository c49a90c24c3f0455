/// The stream from a client to the recorder: requests, each with its length (4 bytes, little-endian) before
/// the message.
#pragma once

#include "model/base/result.h"
#include "model/recording/recording.pb.h"
#include "model/recording/stream_limits.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace candela {

/// The bytes of one request. Fails if it exceeds maximumRequestSize.
Result<std::string> writeRequest(const recording::Request& request);

/// Extracts requests from untrusted bytes, which may arrive in any pieces. Never holds more than the maximum
/// of one request besides the bytes of the last feed().
class RequestReader {
public:
    void feed(std::span<const std::byte> bytes);
    /// The next complete request; none while bytes are missing. After an error, each call returns the same
    /// error.
    Result<std::optional<recording::Request>> next();
    /// Whether a part of a request has arrived: if the stream ends now, the request is cut off.
    bool isInsideRequest() const { return !m_pending.empty(); }

private:
    std::string m_pending;
    bool m_isBroken = false;
};

} // namespace candela
