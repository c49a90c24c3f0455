#include "model/formats/unpack.h"

#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace candela {

namespace {

constexpr std::size_t firstCapacity = 64 * 1024;
constexpr std::size_t inputStep = 1024 * 1024;    // how much is unpacked between two looks at the task
constexpr std::size_t largestDeflateRatio = 1032; // of unpacked to packed bytes, by the format's coding

/// One way to unpack, fed in steps.
class Stream {
public:
    enum class Status { More, End, Damaged };

    virtual ~Stream() = default;
    /// Unpacks from `input` into `output` and takes what it used off both.
    virtual Status step(std::span<const std::byte>& input, std::span<std::byte>& output) = 0;
};

class GzipStream final : public Stream {
public:
    GzipStream() { m_isReady = inflateInit2(&m_stream, MAX_WBITS + 16) == Z_OK; }
    ~GzipStream() override {
        if (m_isReady) inflateEnd(&m_stream);
    }
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;

    Status step(std::span<const std::byte>& input, std::span<std::byte>& output) override {
        if (!m_isReady) return Status::Damaged;
        if (m_isBetweenMembers) {
            if (packingOf(input) != Packing::Gzip) {
                input = {};
                return Status::End;
            }
            inflateReset(&m_stream);
            m_isBetweenMembers = false;
        }
        const auto inputSize = static_cast<uInt>(std::min<std::size_t>(input.size(), UINT32_MAX));
        const auto outputSize = static_cast<uInt>(std::min<std::size_t>(output.size(), UINT32_MAX));
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input.data()));
        m_stream.avail_in = inputSize;
        m_stream.next_out = reinterpret_cast<Bytef*>(output.data());
        m_stream.avail_out = outputSize;
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        input = input.subspan(inputSize - m_stream.avail_in);
        output = output.subspan(outputSize - m_stream.avail_out);
        if (status == Z_STREAM_END) {
            m_isBetweenMembers = true;
            return Status::End;
        }
        return status == Z_OK || status == Z_BUF_ERROR ? Status::More : Status::Damaged;
    }

private:
    z_stream m_stream{};
    bool m_isReady = false;
    bool m_isBetweenMembers = false;
};

class ZstdStream final : public Stream {
public:
    ZstdStream() : m_stream(ZSTD_createDStream()) {}
    ~ZstdStream() override { ZSTD_freeDStream(m_stream); }
    ZstdStream(const ZstdStream&) = delete;
    ZstdStream& operator=(const ZstdStream&) = delete;

    Status step(std::span<const std::byte>& input, std::span<std::byte>& output) override {
        if (m_isBetweenFrames && packingOf(input) != Packing::Zstd) {
            input = {};
            return Status::End;
        }
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{output.data(), output.size(), 0};
        const auto left = ZSTD_decompressStream(m_stream, &out, &in);
        input = input.subspan(in.pos);
        output = output.subspan(out.pos);
        if (ZSTD_isError(left)) return Status::Damaged;
        m_isBetweenFrames = left == 0;
        return m_isBetweenFrames ? Status::End : Status::More;
    }

private:
    ZSTD_DStream* m_stream;
    bool m_isBetweenFrames = false;
};

std::unique_ptr<Stream> streamFor(Packing packing) {
    if (packing == Packing::Gzip) return std::make_unique<GzipStream>();
    return std::make_unique<ZstdStream>();
}

/// Grows the block within the limit so that there is free room; false when the limit or the memory is
/// reached.
bool makeRoom(ByteBlock& block, std::size_t limit) {
    if (!block.free().empty()) return true;
    if (block.size() >= limit) return false;
    return block.reserve(std::min(limit, std::max(firstCapacity, block.size() * 2)));
}

Result<Unpacked> unpackStream(Packing packing, std::span<const std::byte> packed, std::size_t limit,
                              Task& task) {
    Unpacked result;
    const auto stream = streamFor(packing);
    auto rest = packed;
    auto status = Stream::Status::More;
    while (true) {
        if (task.isCancelled()) return cancelled();
        if (!packed.empty()) task.setProgress(1.0 - double(rest.size()) / double(packed.size()));
        if (status == Stream::Status::End && rest.empty()) return result;
        if (!makeRoom(result.block, limit)) {
            result.end = PackedEnd::TooLarge;
            return result;
        }
        auto input = rest.first(std::min(rest.size(), inputStep));
        const auto inputBefore = input.size();
        auto output = result.block.free();
        const auto outputBefore = output.size();
        status = stream->step(input, output);
        const auto used = inputBefore - input.size();
        const auto made = outputBefore - output.size();
        rest = rest.subspan(used);
        result.block.grow(made);
        if (status == Stream::Status::Damaged) {
            result.end = PackedEnd::Damaged;
            return result;
        }
        if (status == Stream::Status::More && rest.empty() && made == 0) {
            result.end = PackedEnd::Truncated;
            return result;
        }
    }
}

/// The size that the gzip trailer claims (modulo 2^32, of its last member), where that can be true.
std::size_t claimedSize(std::span<const std::byte> packed) {
    std::uint32_t size = 0;
    if (packed.size() >= sizeof(size))
        std::memcpy(&size, &packed[packed.size() - sizeof(size)], sizeof(size));
    return std::min<std::size_t>(size, packed.size() * largestDeflateRatio);
}

/// Whole gzip files at several times zlib's speed. False where something is odd: the stream then finds out
/// what.
bool unpackWholeGzip(std::span<const std::byte> packed, std::size_t limit, ByteBlock& block) {
    const auto claimed = std::max(claimedSize(packed), firstCapacity);
    if (claimed > limit || !block.reserve(claimed)) return false;
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!decompressor) return false;
    while (packingOf(packed) == Packing::Gzip) {
        std::size_t used = 0;
        std::size_t made = 0;
        const auto room = block.free();
        const auto status = libdeflate_gzip_decompress_ex(decompressor.get(), packed.data(), packed.size(),
                                                          room.data(), room.size(), &used, &made);
        if (status == LIBDEFLATE_INSUFFICIENT_SPACE) {
            const auto capacity = block.size() + room.size();
            if (capacity >= limit || !block.reserve(std::min(limit, capacity * 2))) return false;
            continue;
        }
        if (status != LIBDEFLATE_SUCCESS) return false;
        packed = packed.subspan(used);
        block.grow(made);
    }
    return true;
}

} // namespace

bool ByteBlock::reserve(std::size_t capacity) {
    if (capacity <= m_capacity) return true;
    auto* grown = static_cast<std::byte*>(std::realloc(m_bytes.get(), capacity));
    if (!grown) return false;
    static_cast<void>(m_bytes.release());
    m_bytes.reset(grown);
    m_capacity = capacity;
    return true;
}

Packing packingOf(std::span<const std::byte> bytes) {
    const auto startsWith = [&](std::initializer_list<unsigned char> magic) {
        return bytes.size() >= magic.size() &&
               std::equal(magic.begin(), magic.end(), bytes.begin(),
                          [](unsigned char left, std::byte right) { return std::byte(left) == right; });
    };
    if (startsWith({0x1f, 0x8b, 0x08})) return Packing::Gzip;
    if (startsWith({0x28, 0xb5, 0x2f, 0xfd})) return Packing::Zstd;
    return Packing::None;
}

Unpacked unpackStart(Packing packing, std::span<const std::byte> packed, std::size_t count) {
    Task task;
    auto result = *unpackStream(packing, packed, count, task);
    if (result.end == PackedEnd::TooLarge) result.end = PackedEnd::Whole;
    return result;
}

Result<Unpacked> unpackAll(Packing packing, std::span<const std::byte> packed, std::size_t limit,
                           Task& task) {
    if (packing == Packing::Gzip) {
        Unpacked whole;
        if (unpackWholeGzip(packed, limit, whole.block)) return whole;
    }
    return unpackStream(packing, packed, limit, task);
}

} // namespace candela
