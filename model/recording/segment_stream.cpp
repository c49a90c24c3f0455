#include "model/recording/segment_stream.h"

#include "model/base/byte_reader.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace candela {

namespace {

constexpr std::string_view frameMagic{"\x28\xb5\x2f\xfd", 4};

/// An empty frame: magic number, descriptor, content size, one block's header, checksum.
constexpr std::size_t minimumFrameSize = 13;

/// The frame's magic number, its descriptor and the longest possible header (RFC 8878, 3.1.1.1).
constexpr std::size_t frameHeaderSize = 4 + 14;

constexpr unsigned char checksumFlag = 1 << 2; // in the descriptor, RFC 8878, 3.1.1.1.1

/// A malicious stream can look like the start of a segment at each byte. Work on such bytes stops when it
/// exceeds both this many bytes and a multiple of the stream's length.
constexpr std::uint64_t initialSearchBudget = 256 << 20;
constexpr std::uint64_t searchBudgetForEachByte = 8;

} // namespace

void SegmentStream::FreeContext::operator()(ZSTD_DCtx_s* unpacker) const {
    ZSTD_freeDCtx(unpacker);
}

SegmentStream::SegmentStream() : m_searchBudget(initialSearchBudget), m_unpacker(ZSTD_createDCtx()) {
    if (!m_unpacker) throw std::bad_alloc();
}

SegmentStream::~SegmentStream() = default;

void SegmentStream::feed(std::span<const std::byte> bytes) {
    if (m_state == State::Finished) return;
    m_pending.erase(0, m_position);
    m_position = 0;
    m_pending.append(asText(bytes));
    m_searchBudget += bytes.size() * searchBudgetForEachByte;
}

SegmentStream::Event SegmentStream::next() {
    switch (m_state) {
    case State::AtMagic:
        return readMagic();
    case State::AtSegment:
        return readSegment();
    case State::Searching:
        return search();
    case State::Finished:
        break;
    }
    return m_isEnded ? Event::End : Event::NeedsBytes;
}

SegmentStream::Event SegmentStream::finish(Event event) {
    m_state = State::Finished;
    m_pending.clear();
    m_pending.shrink_to_fit();
    m_position = 0;
    return event;
}

SegmentStream::Event SegmentStream::readMagic() {
    const auto bytes = rest();
    if (bytes.size() < recordingMagic.size()) {
        if (!m_isEnded) return Event::NeedsBytes;
        if (recordingMagic.starts_with(bytes)) return finish(Event::Cut);
        m_damagedBytes += bytes.size();
        m_position += bytes.size();
        m_state = State::Searching;
        return Event::Damage;
    }
    if (bytes.starts_with(recordingMagic)) {
        m_position += recordingMagic.size();
        m_state = State::AtSegment;
        return readSegment();
    }
    m_state = State::Searching;
    return Event::Damage;
}

SegmentStream::Event SegmentStream::readSegment() {
    const auto bytes = rest();
    if (m_isEnded && bytes.empty()) return finish(Event::End);
    if (bytes.starts_with(recordingMagic)) return finish(Event::AnotherRecording);
    if (recordingMagic.starts_with(bytes) && !m_isEnded) return Event::NeedsBytes;
    std::size_t size = 0;
    switch (check(bytes, size)) {
    case Check::Whole:
        m_position += size;
        return Event::Segment;
    case Check::NeedsBytes:
        if (!m_isEnded) return Event::NeedsBytes;
        // A damaged length that is too large may hide further segments.
        if (bytes.find(frameMagic, std::min(bytes.size(), lengthFieldSize + 1)) == bytes.npos)
            return finish(Event::Cut);
        break;
    case Check::Wrong:
        break;
    }
    m_state = State::Searching;
    return Event::Damage;
}

/// Searches for the magic number of a segment's frame, and for a complete segment around it.
SegmentStream::Event SegmentStream::search() {
    while (m_searchBudget > 0) {
        const auto bytes = rest();
        const auto found = bytes.find(frameMagic, std::min(bytes.size(), lengthFieldSize));
        if (found == bytes.npos) break;
        const auto skipped = found - lengthFieldSize;
        std::size_t size = 0;
        const auto result = check(bytes.substr(skipped), size);
        if (result == Check::NeedsBytes && !m_isEnded) return Event::NeedsBytes;
        m_position += skipped;
        m_damagedBytes += skipped;
        if (result == Check::Whole) {
            m_position += size;
            m_state = State::AtSegment;
            return Event::Segment;
        }
        m_position += 1;
        m_damagedBytes += 1;
    }
    // Keeps bytes that could still become a length and a magic number.
    const auto kept = m_isEnded ? 0 : std::min(rest().size(), lengthFieldSize + frameMagic.size() - 1);
    m_damagedBytes += rest().size() - kept;
    m_position = m_pending.size() - kept;
    return m_isEnded ? finish(Event::End) : Event::NeedsBytes;
}

/// Whether a segment of `size` bytes, including its length, starts here; if it is complete, unpacks its
/// content.
SegmentStream::Check SegmentStream::check(std::string_view bytes, std::size_t& size) {
    ByteReader reader(asBytes(bytes));
    const auto length = reader.read<std::uint32_t>();
    if (reader.failed()) return Check::NeedsBytes;
    if (length < minimumFrameSize || length > maximumFrameSize) return Check::Wrong;
    const auto frame = bytes.substr(lengthFieldSize, length);
    const auto magic = frame.substr(0, frameMagic.size());
    if (!frameMagic.starts_with(magic)) return Check::Wrong;
    if (frame.size() < std::min<std::size_t>(length, frameHeaderSize)) return Check::NeedsBytes;

    const auto contentSize = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (contentSize == ZSTD_CONTENTSIZE_UNKNOWN || contentSize == ZSTD_CONTENTSIZE_ERROR) return Check::Wrong;
    if (contentSize > maximumSegmentSize || contentSize > length * maximumCompressionRatio)
        return Check::Wrong;
    if (!(static_cast<unsigned char>(frame[frameMagic.size()]) & checksumFlag)) return Check::Wrong;
    if (frame.size() < length) return Check::NeedsBytes;

    size = lengthFieldSize + length;
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) == length && unpack(frame, contentSize))
        return Check::Whole;
    m_searchBudget -= std::min<std::uint64_t>(m_searchBudget, length + contentSize);
    return Check::Wrong;
}

/// Unpacks into content(); zstd verifies the checksum.
bool SegmentStream::unpack(std::string_view frame, std::size_t contentSize) {
    if (contentSize > m_contentCapacity) {
        m_content.reset();
        m_contentCapacity = 0;
        m_content = std::make_unique_for_overwrite<char[]>(contentSize);
        m_contentCapacity = contentSize;
    }
    const auto size =
        ZSTD_decompressDCtx(m_unpacker.get(), m_content.get(), contentSize, frame.data(), frame.size());
    m_contentSize = size == contentSize ? contentSize : 0;
    return size == contentSize;
}

} // namespace candela
