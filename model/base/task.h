/// How work that takes long reports its progress and checks for cancellation. The app implements it with
/// QPromise; tests and commands use a default one, which is never cancelled.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

namespace candela {

/// Work checks for cancellation after this many samples or rows, which take less than a millisecond.
inline constexpr std::size_t samplesBetweenChecks = 1u << 14;

class Task {
public:
    Task() = default;
    /// `progress` receives shares of the whole work, 0 to 1, in the thread that works.
    explicit Task(std::function<void(double)> progress) : m_progress(std::move(progress)) {}
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    void setProgress(double share) {
        if (m_progress) m_progress(m_from + share * (m_to - m_from));
    }
    /// States that the following work is the part from `from` to `to` of the whole: its own progress, 0 to 1,
    /// is mapped to that range.
    void setRange(double from, double to) {
        m_from = from;
        m_to = to;
    }

    /// May be called from any thread.
    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
    bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }

private:
    std::function<void(double)> m_progress;
    double m_from = 0;
    double m_to = 1;
    std::atomic<bool> m_cancelled = false;
};

} // namespace candela
