/// Unpacking of gzip and zstd, recognized by their first bytes. Bounded: never gives more bytes than it was
/// allowed.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace candela {

/// Bytes that grow without being cleared or copied where the allocator can avoid it.
class ByteBlock {
public:
    std::size_t size() const { return m_size; }
    std::span<const std::byte> bytes() const { return {m_bytes.get(), m_size}; }
    /// The room behind the bytes.
    std::span<std::byte> free() { return {m_bytes.get() + m_size, m_capacity - m_size}; }
    /// That many bytes of the free room are filled.
    void grow(std::size_t count) { m_size += count; }
    void shrinkTo(std::size_t size) { m_size = size; }
    /// Room for that many bytes in all, which is always made: true. Throws OutOfMemory where there is none.
    bool reserve(std::size_t capacity);

private:
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    std::unique_ptr<std::byte[], Free> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

enum class Packing { None, Gzip, Zstd };

/// How the packed bytes ended.
enum class PackedEnd {
    Whole,     ///< at the end of a member or frame; for a bounded start: the bound came first
    Truncated, ///< in the middle
    Damaged,   ///< with bytes that are wrong
    TooLarge,  ///< they hold more than the limit
};

struct Unpacked {
    ByteBlock block; ///< what could be unpacked, also when the end is not Whole
    PackedEnd end = PackedEnd::Whole;
};

/// By magic number; None for everything else.
Packing packingOf(std::span<const std::byte> bytes);

/// An upper bound of the unpacked size of that many packed bytes, by the format's coding.
std::size_t maximumUnpacked(Packing packing, std::size_t packedSize);

/// Whether unpackAll() takes some ten milliseconds at most, because a faster way is open to it.
bool unpacksAtOnce(Packing packing, std::span<const std::byte> packed);

/// Unpacks piece by piece, all members (gzip, RFC 1952) or frames (zstd, RFC 8878). What follows the last
/// member and is none itself is ignored, as gzip does.
class Unpacker {
public:
    Unpacker(Packing packing, std::span<const std::byte> packed);
    ~Unpacker();

    /// Some milliseconds of work: the bytes that it wrote to the front of `room`, which must not be empty.
    std::size_t unpackInto(std::span<std::byte> room);
    bool hasEnded() const { return m_hasEnded; }
    PackedEnd end() const { return m_end; }
    /// Of the packed bytes, what was used.
    double share() const { return 1.0 - double(m_rest.size()) / double(m_size); }

private:
    class Stream;
    class GzipStream;
    class ZstdStream;

    void endWith(PackedEnd end) {
        m_end = end;
        m_hasEnded = true;
    }

    std::unique_ptr<Stream> m_stream;
    std::span<const std::byte> m_rest;
    std::size_t m_size;
    PackedEnd m_end = PackedEnd::Whole;
    bool m_hasEnded = false;
};

/// The first `count` bytes, or fewer where there are no more.
Unpacked unpackStart(Packing packing, std::span<const std::byte> packed, std::size_t count);

/// All bytes, as an Unpacker gives them, at most `limit`. Fails only when cancelled.
Result<Unpacked> unpackAll(Packing packing, std::span<const std::byte> packed, std::size_t limit, Task& task);

} // namespace candela
