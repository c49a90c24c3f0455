/// Turns Segments into the bytes of a recording. The stream is recordingMagic, followed by the results of
/// write(), in order.
#pragma once

#include "model/base/result.h"
#include "model/recording/recording.pb.h"
#include "model/recording/stream_limits.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct ZSTD_CCtx_s;

namespace candela {

class SegmentWriter {
public:
    /// A zstd level: 1 is fast, 19 is small. Buffers are reused for each segment.
    explicit SegmentWriter(int compressionLevel = 3);
    ~SegmentWriter();
    SegmentWriter(const SegmentWriter&) = delete;
    SegmentWriter& operator=(const SegmentWriter&) = delete;

    /// The length and the zstd frame, to be appended to the stream; valid until the next call. Fails if the
    /// segment exceeds maximumSegmentSize.
    Result<std::span<const std::byte>> write(const recording::Segment& segment);
    /// The same for a Segment that is serialized already.
    Result<std::span<const std::byte>> write(std::span<const std::byte> serialized);

private:
    Result<void> compress(std::span<const std::byte> content);
    void pad(std::string& serialized, std::size_t padding) const;

    struct FreeContext {
        void operator()(ZSTD_CCtx_s* compressor) const;
    };
    std::unique_ptr<ZSTD_CCtx_s, FreeContext> m_compressor;
    std::string m_serialized;
    std::string m_bytes; // length and frame
};

} // namespace candela
