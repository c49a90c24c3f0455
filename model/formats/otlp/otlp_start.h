/// Recognizes OTLP profiles by their first bytes, in each form in which files hold them. Those with many
/// messages are of OpenTelemetry Collector's file exporter (opentelemetry-collector-contrib,
/// exporter/fileexporter/README.md).
#pragma once

#include "model/formats/input/file_start.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

enum class OtlpForm {
    None,
    Message, ///< one protobuf message
    Frames,  ///< messages behind their lengths: 4 bytes, the highest first; each may be packed with zstd
    Json,    ///< messages as JSON objects, usually one a line
};

OtlpForm otlpFormOf(const FileStart& start);

/// Whether bytes are the start of one protobuf message with profiles.
bool looksLikeOtlp(std::span<const std::byte> start, bool isCut);

/// The length before a message: the first four of its bytes.
inline constexpr std::size_t otlpLengthSize = 4;
inline std::uint32_t otlpFrameLength(std::span<const std::byte> bytes) {
    std::uint32_t length = 0;
    for (const auto byte : bytes.first(otlpLengthSize))
        length = length << 8 | static_cast<std::uint32_t>(byte);
    return length;
}

/// Whether it can be a JSON object: its first letter, white space left out.
bool beginsWithObject(std::span<const std::byte> bytes);

} // namespace candela
