/// The processes and file systems that did not answer. They are not asked again for a while, so that many
/// files of one file system cost only one timeout. Each is reported once.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/opening_subject.h"

#include <cstdint>
#include <vector>

namespace candela {

class HangingSubjects {
public:
    static constexpr std::size_t maximumSubjects = 256; ///< further ones replace the oldest

    /// Whether it failed to answer recently.
    bool isBlocked(const OpeningSubject& subject, std::int64_t now) const;
    void block(const OpeningSubject& subject, std::int64_t until);
    /// Whether it has not been reported yet; marks it as reported.
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

/// The report for users: what does not answer, by file, process, command name and user.
recording::Failure hangs(const OpeningSubject& subject);
/// The report that the maximum number of openers hang, so no more are started.
recording::Failure tooManyHang(std::size_t openers);
/// The report that openers can't be started (any more).
recording::Failure openersLost();
/// The report that a file was not copied to memory, because it or all copies together would exceed this
/// limit.
recording::Failure copyTooLarge(const OpeningSubject& subject, std::uint64_t size);

} // namespace candela
