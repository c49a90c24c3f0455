/// Asks an opener and waits briefly for the answer. If there is none, the question fails for now, and the
/// opener gets some more time. If it then answers, it was slow, as on a busy machine, and may be asked again;
/// else it hangs: that is reported, and its subject is not asked about for a while. For callers that can't go
/// on without an answer.
#pragma once

#include "recorder/opener/hanging_subjects.h"
#include "recorder/opener/opener_process.h"
#include "recorder/opener/opener_supply.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace candela {

class PromptOpener {
public:
    /// The timeouts in nanoseconds.
    struct Timeouts {
        std::int64_t answer = 50'000'000; ///< how long to wait for an opener that does not want a processor
        std::int64_t busy = 400'000'000;  ///< how long to wait for one that wants a processor
        /// The total time to wait without success within `period`; beyond it, requests fail at once.
        std::int64_t budget = 100'000'000;
        std::int64_t period = 2'000'000'000;
        std::int64_t backoff = 30'000'000'000; ///< subjects that hung fail at once for this long
        std::int64_t late = 2'000'000'000;     ///< an opener that has not answered by then hangs
    };

    PromptOpener(std::shared_ptr<ForkServer> forkServer, const Timeouts& timeouts)
        : m_supply(std::move(forkServer)), m_timeouts(timeouts) {}
    explicit PromptOpener(std::shared_ptr<ForkServer> forkServer)
        : PromptOpener(std::move(forkServer), Timeouts()) {}
    PromptOpener(const PromptOpener&) = delete;
    PromptOpener& operator=(const PromptOpener&) = delete;
    ~PromptOpener();

    /// The answer to a question; none if there is none in time. Any thread.
    std::optional<OpeningAnswer> ask(opening::Request message, const OpeningSubject& subject);
    /// Failures since the last call that users should know about. Any thread.
    std::vector<recording::Failure> takeFailures();
    /// The opener's pid; 0 if there is none. Any thread.
    pid_t process() const { return m_process; }

private:
    bool ensureOpener();
    void use(std::unique_ptr<OpenerProcess> opener);
    void drop();
    bool mayWait(std::int64_t now);
    void setAside(const OpeningSubject& subject, std::int64_t now, bool wantsProcessor);
    void watchLate(std::int64_t now);
    void giveUp(const OpeningSubject& subject, std::int64_t now);

    /// An opener that still works on a question that has failed.
    struct Late {
        std::unique_ptr<OpenerProcess> opener;
        OpeningSubject subject;
        std::int64_t since = 0;
        bool wantsProcessor = false; ///< whether it wanted a processor when it was set aside
    };

    OpenerSupply m_supply;
    Timeouts m_timeouts;
    std::unique_ptr<OpenerProcess> m_opener;
    std::atomic<pid_t> m_process = 0;
    HangingSubjects m_hanging;
    std::uint64_t m_lastNumber = 0;
    std::int64_t m_periodBegin = 0;
    std::int64_t m_wasted = 0; // the part of the budget that is used up
    std::vector<Late> m_late;
    std::mutex m_asking; // held by the thread that asks
    std::mutex m_mutex;
    std::vector<recording::Failure> m_failures; // guarded by m_mutex
};

} // namespace candela
