/// The messages in a file of OTLP profiles, in any of its forms, converted to the wire format: most are bytes
/// of the input, others were unpacked or made from JSON.
#pragma once

#include "model/formats/input/input.h"
#include "model/formats/otlp/otlp_layout.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class OtlpMessages {
public:
    /// Reads all of the input, which must outlive this object; reports progress up to `share`. Fails when
    /// cancelled, and if the input can't be read.
    Result<void> take(Input& input, double share, Task& task);

    /// The messages with profiles, in the file's order.
    const std::vector<OtlpMessage>& messages() const { return m_messages; }
    /// Whether some messages had to be unpacked, or made from JSON.
    bool areMade() const { return !m_made.empty(); }
    /// The number of messages of other signals, or without any profile.
    std::size_t others() const { return m_others; }
    /// Whether a part of the file could not be read.
    bool isDamaged() const { return m_isDamaged; }

private:
    Result<void> takeFrames(std::span<const std::byte> bytes, double end, Task& task);
    Result<void> takeObjects(std::string_view padded, double from, double to, Task& task);
    Result<void> takeFrame(std::span<const std::byte> frame, double from, double to, Task& task);
    Result<void> takePacked(std::span<const std::byte> packed, double from, double to, Task& task);
    void takeMessage(std::span<const std::byte> bytes);

    std::vector<OtlpMessage> m_messages;
    std::deque<std::string> m_made; // bytes of messages that are not in the input
    std::size_t m_unpackedLeft = 0; // bytes that may still be unpacked
    std::size_t m_others = 0;
    bool m_isDamaged = false;
};

} // namespace candela
