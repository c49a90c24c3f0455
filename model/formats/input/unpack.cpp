#include "model/formats/input/unpack.h"

#include "model/base/memory_scope.h"

#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

namespace candela {

namespace {

constexpr std::size_t firstCapacity = 64 * 1024;
constexpr std::size_t inputStep = 1024 * 1024; // packed bytes between two checks for cancellation
constexpr std::size_t outputStep = 1024 * 1024;
// Unpacking all at once can't be cancelled; up to this size it takes about ten milliseconds.
constexpr std::size_t maximumAtOnce = 64 * 1024 * 1024;
constexpr std::size_t maximumDeflateRatio = 1032; // maximum ratio of unpacked to packed bytes, a property of
                                                  // the encoding

/// Grows the block within the limit to get free room; false if the limit is reached.
bool makeRoom(ByteBlock& block, std::size_t limit) {
    if (!block.free().empty()) return true;
    if (block.size() >= limit) return false;
    return block.reserve(std::min(limit, std::max(firstCapacity, block.size() * 2)));
}

/// The size that the gzip trailer of the last member states (modulo 2^32), if it is plausible.
std::size_t claimedSize(std::span<const std::byte> packed) {
    std::uint32_t size = 0;
    if (packed.size() >= sizeof(size))
        std::memcpy(&size, &packed[packed.size() - sizeof(size)], sizeof(size));
    return std::min<std::size_t>(size, packed.size() * maximumDeflateRatio);
}

} // namespace

/// One unpacking algorithm, fed in steps.
class Unpacker::Stream {
public:
    enum class Status { More, End, Damaged };

    virtual ~Stream() = default;
    /// Unpacks from `input` into `output` and removes the used bytes from both.
    virtual Status step(std::span<const std::byte>& input, std::span<std::byte>& output) = 0;
};

class Unpacker::GzipStream final : public Stream {
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

class Unpacker::ZstdStream final : public Stream {
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

Unpacker::Unpacker(Packing packing, std::span<const std::byte> packed)
    : m_rest(packed), m_size(std::max<std::size_t>(packed.size(), 1)) {
    if (packing == Packing::Gzip)
        m_stream = std::make_unique<GzipStream>();
    else
        m_stream = std::make_unique<ZstdStream>();
}

Unpacker::~Unpacker() = default;

std::size_t Unpacker::unpackInto(std::span<std::byte> room) {
    auto input = m_rest.first(std::min(m_rest.size(), inputStep));
    const auto inputBefore = input.size();
    auto output = room.first(std::min(room.size(), outputStep));
    const auto outputBefore = output.size();
    const auto status = m_stream->step(input, output);
    const auto made = outputBefore - output.size();
    m_rest = m_rest.subspan(inputBefore - input.size());
    if (status == Stream::Status::Damaged) endWith(PackedEnd::Damaged);
    if (status == Stream::Status::End && m_rest.empty()) endWith(PackedEnd::Whole);
    if (status == Stream::Status::More && m_rest.empty() && made == 0) endWith(PackedEnd::Truncated);
    return made;
}

namespace {

Result<Unpacked> unpackStream(Packing packing, std::span<const std::byte> packed, std::size_t limit,
                              Task& task) {
    Unpacked result;
    Unpacker unpacker(packing, packed);
    while (!unpacker.hasEnded()) {
        if (task.isCancelled()) return cancelled();
        task.setProgress(unpacker.share());
        if (!makeRoom(result.block, limit)) {
            result.end = PackedEnd::TooLarge;
            return result;
        }
        result.block.grow(unpacker.unpackInto(result.block.free()));
    }
    result.end = unpacker.end();
    return result;
}

/// Unpacks whole gzip files at several times zlib's speed. False on any irregularity, which the stream
/// decoder then diagnoses.
bool unpackWholeGzip(std::span<const std::byte> packed, std::size_t limit, ByteBlock& block) {
    const auto claimed = std::max(claimedSize(packed), firstCapacity);
    if (claimed > std::min(limit, maximumAtOnce)) return false;
    block.reserve(claimed);
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
            if (capacity >= std::min(limit, maximumAtOnce)) return false;
            block.reserve(std::min(limit, capacity * 2));
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
    takeMemory(capacity - m_capacity);
    auto* grown = static_cast<std::byte*>(std::realloc(m_bytes.get(), capacity));
    if (!grown) throw OutOfMemory(capacity);
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

std::size_t maximumUnpacked(Packing packing, std::size_t packedSize) {
    constexpr auto maximum = std::numeric_limits<std::size_t>::max();
    if (packing != Packing::Gzip || packedSize > maximum / maximumDeflateRatio) return maximum;
    return packedSize * maximumDeflateRatio;
}

bool unpacksAtOnce(Packing packing, std::span<const std::byte> packed) {
    return packing == Packing::Gzip && claimedSize(packed) <= maximumAtOnce;
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
