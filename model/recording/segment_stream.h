/// Splits the bytes of a recording, which may arrive in any pieces,
/// into the contents of its segments. The result does not depend on
/// the pieces. After damage it continues at the next complete segment.
#pragma once

#include "model/recording/stream_limits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct ZSTD_DCtx_s;

namespace candela {

class SegmentStream {
public:
    enum class Event {
        NeedsBytes,       ///< nothing to report before the next feed() or end()
        Segment,          ///< content() is a serialized Segment with a correct checksum
        Damage,           ///< these bytes are not a segment; the next ones may be
        AnotherRecording, ///< a second recording begins here; nothing after it is reported
        End,              ///< after end(): every byte belonged to a segment or was reported as damage
        Cut,              ///< after end(): the last segment is incomplete
    };

    SegmentStream();
    ~SegmentStream();
    SegmentStream(const SegmentStream&) = delete;
    SegmentStream& operator=(const SegmentStream&) = delete;

    void feed(std::span<const std::byte> bytes);
    /// To be called when no more bytes follow.
    void end() { m_isEnded = true; }
    /// To be called until it returns NeedsBytes, End, Cut or AnotherRecording.
    Event next();
    /// The segment that next() returned last; valid until the next call of next() or feed().
    std::string_view content() const { return {m_content.get(), m_contentSize}; }
    /// The number of bytes so far that belong to no segment.
    std::uint64_t damagedBytes() const { return m_damagedBytes; }

private:
    enum class State { AtMagic, AtSegment, Searching, Finished };
    enum class Check { Whole, NeedsBytes, Wrong };

    std::string_view rest() const { return std::string_view(m_pending).substr(m_position); }
    Event finish(Event event);
    Event readMagic();
    Event readSegment();
    Event search();
    Check check(std::string_view bytes, std::size_t& size);
    bool unpack(std::string_view frame, std::size_t contentSize);

    std::string m_pending; // received bytes; those from m_position on are not reported yet
    std::size_t m_position = 0;
    State m_state = State::AtMagic;
    bool m_isEnded = false;
    std::uint64_t m_damagedBytes = 0;
    std::uint64_t m_searchBudget; // how much work on bytes that turn out not to be a segment may still take

    struct FreeContext {
        void operator()(ZSTD_DCtx_s* unpacker) const;
    };
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> m_unpacker;
    std::unique_ptr<char[]> m_content;
    std::size_t m_contentSize = 0;
    std::size_t m_contentCapacity = 0;
};

} // namespace candela
