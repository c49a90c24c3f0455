/// Recognizes OTLP profiles by their first bytes, in each form that files have. Files with many messages are
/// written by OpenTelemetry Collector's file exporter (opentelemetry-collector-contrib,
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
    Frames,  ///< messages after their 4-byte big-endian lengths; each may be packed with zstd
    Json,    ///< messages as JSON objects, usually one a line
};

OtlpForm otlpFormOf(const FileStart& start);

/// Whether bytes are the start of one protobuf message with profiles.
bool looksLikeOtlp(std::span<const std::byte> start, bool isCut);

/// The length before a message: its first four bytes.
inline constexpr std::size_t otlpLengthSize = 4;
inline std::uint32_t otlpFrameLength(std::span<const std::byte> bytes) {
    std::uint32_t length = 0;
    for (const auto byte : bytes.first(otlpLengthSize))
        length = length << 8 | static_cast<std::uint32_t>(byte);
    return length;
}

/// Whether the bytes can be a JSON object: decided by the first letter after white space.
bool beginsWithObject(std::span<const std::byte> bytes);

} // namespace candela
