/// How long the event loop stands still: the longest time between two turns of it, and the most CPU time of
/// its thread in one turn, which other programs on the machine do not change.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <utility>

namespace candela {

struct LoopPause {
    double wall = 0, busy = 0; ///< milliseconds
};

class LoopWatch {
public:
    LoopWatch() {
        m_turns.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_turns, &QTimer::timeout, &m_turns, [this] { turn(); });
    }

    void start() {
        m_longest = m_busiest = 0;
        m_since.start();
        m_used = threadTime();
        m_turns.start(1);
    }
    /// The longest of each since start().
    LoopPause stop() {
        turn();
        m_turns.stop();
        return {static_cast<double>(m_longest) / 1e6, static_cast<double>(m_busiest) / 1e6};
    }

private:
    void turn() {
        m_longest = std::max(m_longest, m_since.nsecsElapsed());
        const auto before = std::exchange(m_used, threadTime());
        m_busiest = std::max(m_busiest, m_used - before);
        m_since.start();
    }
    static qint64 threadTime() {
        timespec used{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        return qint64(used.tv_sec) * 1'000'000'000 + used.tv_nsec;
    }

    QTimer m_turns;
    QElapsedTimer m_since;
    qint64 m_longest = 0, m_busiest = 0, m_used = 0; // nanoseconds
};

} // namespace candela
