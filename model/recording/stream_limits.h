/// How a recording's bytes are laid out, and the limits that keep a hostile one from taking memory.
/// The layout: the magic number once, then segments, each a length (4 bytes, little-endian) and one zstd
/// frame that says its content's size and carries a checksum; the content is one protobuf Segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace candela {

/// The first byte is outside ASCII, the line ends break when a transfer rewrites them (the idea is PNG's).
inline constexpr std::string_view recordingMagic{"\x8f"
                                                 "CDL\r\n\x1a\n",
                                                 8};

/// Raised with each change that older readers show differently. What they would show wrongly is a required
/// feature besides (recording.proto).
inline constexpr std::uint32_t recordingFormatVersion = 1;

/// Of requests and of the announcement that answers one. A recorder says the lowest one of clients that it
/// serves; a client refuses a recorder that serves no client as old as it is.
inline constexpr std::uint32_t protocolVersion = 1;

inline constexpr std::size_t lengthFieldSize = 4;

/// Of a Segment, unpacked. Writers stay far below it (maximumUsualSegmentSize) and start another segment
/// instead.
inline constexpr std::size_t maximumSegmentSize = 32 << 20;
inline constexpr std::size_t maximumUsualSegmentSize = 8 << 20;
/// Of a Segment's zstd frame: what maximumSegmentSize can grow to when it does not compress.
inline constexpr std::size_t maximumFrameSize = maximumSegmentSize + (maximumSegmentSize >> 8) + 1024;
/// A Segment unpacked is at most this many times its zstd frame (a recorder reaches 3); SegmentWriter pads
/// what compresses better.
inline constexpr std::size_t maximumCompressionRatio = 16;
/// Of a Request message.
inline constexpr std::size_t maximumRequestSize = 64 << 10;

} // namespace candela
