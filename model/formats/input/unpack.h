/// Unpacks gzip and zstd, recognized by their first
/// bytes. Bounded: never returns more bytes than allowed.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace candela {

/// Bytes that grow without being cleared or, if the allocator can avoid it, copied.
class ByteBlock {
public:
    std::size_t size() const { return m_size; }
    std::span<const std::byte> bytes() const { return {m_bytes.get(), m_size}; }
    /// The free room after the bytes.
    std::span<std::byte> free() { return {m_bytes.get() + m_size, m_capacity - m_size}; }
    /// Counts that many bytes of the free room as filled.
    void grow(std::size_t count) { m_size += count; }
    void shrinkTo(std::size_t size) { m_size = size; }
    /// Makes room for that many bytes in total; always returns true. Throws OutOfMemory if there is none.
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
    Whole,     ///< at the end of a member or frame; for a bounded start: at its bound
    Truncated, ///< in the middle of a member or frame
    Damaged,   ///< some bytes are wrong
    TooLarge,  ///< they unpack to more than the limit
};

struct Unpacked {
    ByteBlock block; ///< what could be unpacked, even if the end is not Whole
    PackedEnd end = PackedEnd::Whole;
};

/// The packing by magic number; None for everything else.
Packing packingOf(std::span<const std::byte> bytes);

/// The maximum size to which that many packed bytes can unpack with this encoding.
std::size_t maximumUnpacked(Packing packing, std::size_t packedSize);

/// Whether unpackAll() takes at most some ten milliseconds because it can use a faster algorithm.
bool unpacksAtOnce(Packing packing, std::span<const std::byte> packed);

/// Unpacks piece by piece, all members (gzip, RFC 1952) or frames (zstd, RFC 8878). Bytes after the last
/// member that are not a member are ignored, as gzip does.
class Unpacker {
public:
    Unpacker(Packing packing, std::span<const std::byte> packed);
    ~Unpacker();

    /// Works for some milliseconds; returns the bytes that it wrote to the front of `room`, which must not be
    /// empty.
    std::size_t unpackInto(std::span<std::byte> room);
    bool hasEnded() const { return m_hasEnded; }
    PackedEnd end() const { return m_end; }
    /// The share of the packed bytes that was used.
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

/// The first `count` bytes, or fewer if there are no more.
Unpacked unpackStart(Packing packing, std::span<const std::byte> packed, std::size_t count);

/// All bytes that an Unpacker would return, at most `limit`. Fails only when cancelled.
Result<Unpacked> unpackAll(Packing packing, std::span<const std::byte> packed, std::size_t limit, Task& task);

} // namespace candela
