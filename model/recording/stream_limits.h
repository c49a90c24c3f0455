/// The layout of a recording's bytes, and the limits that protect readers from malicious ones. The magic
/// number comes once, then segments: each is a length (4 bytes, little-endian) and one zstd frame, which
/// states its content's size and has a checksum. The content is one protobuf Segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace candela {

/// The first byte is not ASCII, and the line ends break if a transfer rewrites them (the idea is PNG's).
inline constexpr std::string_view recordingMagic{"\x8f"
                                                 "CDL\r\n\x1a\n",
                                                 8};

/// The version is raised with each change that older readers show differently. If they would show it wrongly,
/// the change is also a required feature (recording.proto).
inline constexpr std::uint32_t recordingFormatVersion = 1;

/// The version of requests and of the announcement that answers one. A recorder states the lowest client
/// version that it serves; a client refuses a recorder whose lowest version is higher than the client's.
inline constexpr std::uint32_t protocolVersion = 1;

inline constexpr std::size_t lengthFieldSize = 4;

/// The maximum size of an unpacked Segment. Writers stay far below it (maximumUsualSegmentSize) and start
/// another segment instead.
inline constexpr std::size_t maximumSegmentSize = 32 << 20;
inline constexpr std::size_t maximumUsualSegmentSize = 8 << 20;
/// The maximum size of a Segment's zstd frame: maximumSegmentSize plus zstd's overhead for data that does not
/// compress.
inline constexpr std::size_t maximumFrameSize = maximumSegmentSize + (maximumSegmentSize >> 8) + 1024;
/// An unpacked Segment is at most this many times as large as its zstd frame (a recorder reaches 3);
/// SegmentWriter pads what compresses better.
inline constexpr std::size_t maximumCompressionRatio = 16;
/// The maximum size of a Request message.
inline constexpr std::size_t maximumRequestSize = 64 << 10;

} // namespace candela
