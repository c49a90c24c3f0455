#include "model/recording/segment_writer.h"

#include "model/base/byte_reader.h"

#include <zstd.h>

#include <cstring>
#include <new>

namespace candela {

namespace {

/// Bytes that do not compress, the same on every machine (xorshift64, Marsaglia 2003).
std::string incompressible(std::size_t count) {
    std::string bytes(count, '\0');
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (auto& byte : bytes) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        byte = static_cast<char>(state >> 32);
    }
    return bytes;
}

Error tooLarge() {
    return {"a segment of the recording grew too large to be written", {}, ErrorCode::NotPossible};
}

} // namespace

void SegmentWriter::FreeContext::operator()(ZSTD_CCtx_s* compressor) const {
    ZSTD_freeCCtx(compressor);
}

SegmentWriter::SegmentWriter(int compressionLevel) : m_compressor(ZSTD_createCCtx()) {
    if (!m_compressor) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(m_compressor.get(), ZSTD_c_compressionLevel, compressionLevel);
    ZSTD_CCtx_setParameter(m_compressor.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(m_compressor.get(), ZSTD_c_contentSizeFlag, 1);
}

SegmentWriter::~SegmentWriter() = default;

Result<std::span<const std::byte>> SegmentWriter::write(const recording::Segment& segment) {
    if (segment.ByteSizeLong() > maximumSegmentSize) return std::unexpected(tooLarge());
    segment.SerializeToString(&m_serialized);
    return write(asBytes(m_serialized));
}

Result<std::span<const std::byte>> SegmentWriter::write(std::span<const std::byte> serialized) {
    TRY(compress(serialized));
    const auto largest = (m_bytes.size() - lengthFieldSize) * maximumCompressionRatio;
    if (serialized.size() > largest) {
        std::string padded(asText(serialized));
        pad(padded, serialized.size() / (maximumCompressionRatio - 1) + 64);
        TRY(compress(asBytes(padded)));
    }
    return asBytes(m_bytes);
}

Result<void> SegmentWriter::compress(std::span<const std::byte> content) {
    if (content.size() > maximumSegmentSize) return std::unexpected(tooLarge());
    m_bytes.resize(lengthFieldSize + ZSTD_compressBound(content.size()));
    const auto size = ZSTD_compress2(m_compressor.get(), m_bytes.data() + lengthFieldSize,
                                     m_bytes.size() - lengthFieldSize, content.data(), content.size());
    if (ZSTD_isError(size))
        return failure("a segment of the recording can't be compressed", ErrorCode::NotPossible);
    m_bytes.resize(lengthFieldSize + size);
    const auto length = static_cast<std::uint32_t>(size);
    std::memcpy(m_bytes.data(), &length, lengthFieldSize);
    return {};
}

void SegmentWriter::pad(std::string& serialized, std::size_t padding) const {
    // A field that is appended to a serialized message becomes a part of the message.
    recording::Segment only;
    only.set_padding(incompressible(padding));
    serialized += only.SerializeAsString();
}

} // namespace candela
