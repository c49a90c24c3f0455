/// The processes and file systems that did not answer. They are not asked again for a while, so that many
/// files of one file system cost one timeout; and each is reported once.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/opening_subject.h"

#include <cstdint>
#include <vector>

namespace candela {

class HangingSubjects {
public:
    static constexpr std::size_t maximumSubjects = 256; ///< further ones replace the oldest

    /// Whether it did not answer a while ago.
    bool isBlocked(const OpeningSubject& subject, std::int64_t now) const;
    void block(const OpeningSubject& subject, std::int64_t until);
    /// Whether nothing was reported about it so far; from now on it was.
    bool isNew(const OpeningSubject& subject);

private:
    struct Entry {
        OpeningSubject subject;
        std::int64_t until = 0;
        bool isReported = false;
    };
    Entry& entryOf(const OpeningSubject& subject);

    std::vector<Entry> m_entries; // oldest first
};

/// What is reported to users: who does not answer, by file, process, command name and user.
recording::Failure hangs(const OpeningSubject& subject);
/// So many openers hang that there will be no more.
recording::Failure tooManyHang(std::size_t openers);
/// Openers can't be started (any more).
recording::Failure openersLost();
/// A file was not copied to memory since it is larger than that, or all copies together are.
recording::Failure copyTooLarge(const OpeningSubject& subject, std::uint64_t size);

} // namespace candela
