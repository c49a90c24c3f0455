/// When processes started, executed another program and exited. A process of a profile lasts from a fork or
/// exec to an exec or exit; an exec ends one and begins another with the same number at the same time.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

struct LifeEvent {
    enum class Kind { Start, ThreadStart, Exec, Exit };
    std::int64_t time = 0;
    Kind kind = Kind::Start;
    ProcessIndex process;  ///< what started or exited; after an exec, the new program
    ProcessIndex previous; ///< before an exec, the program that executed it; none otherwise
    ThreadIndex thread;    ///< only of a thread's start
};

/// Of the processes or the thread of a row.
struct RowLife {
    std::vector<LifeEvent> events;   ///< in order of time
    std::vector<TimeRange> existing; ///< when any of them existed: ascending, disjoint; where a time is not
                                     ///< known, as far as a time can reach

    /// Of what has no process, such as a CPU.
    static RowLife always();
    bool existsAt(std::int64_t time) const;
};

class ProcessLives {
public:
    explicit ProcessLives(std::shared_ptr<const Profile> profile);

    /// Of all these processes together, which are in ascending order. Takes time in proportion to the number
    /// of all processes at most, so that a row of very many does not delay a frame.
    RowLife of(std::span<const ProcessIndex> processes) const;
    /// Of a thread: that of its process, from the thread's start on.
    RowLife of(ThreadIndex thread) const;
    /// Whether the start or the end of any process is known.
    bool areKnown() const { return m_areKnown; }
    const Profile& profile() const { return *m_profile; }

private:
    /// A process's start or end, where that is not known, as far as a time can reach.
    struct Moment {
        std::int64_t time = 0;
        std::uint64_t startOrEnd = 0; ///< twice the row of the process, and 1 more for its end

        ProcessIndex process() const { return ProcessIndex(static_cast<std::size_t>(startOrEnd / 2)); }
        bool isStart() const { return startOrEnd % 2 == 0; }
        auto operator<=>(const Moment&) const = default;
    };
    void addMoments(ProcessIndex process, std::vector<Moment>& moments) const;
    /// Of the processes for which that is true; `moments` has theirs in order of time, and maybe others.
    template<typename IsInRow>
    RowLife lifeOf(const std::vector<Moment>& moments, const IsInRow& isInRow) const;

    std::shared_ptr<const Profile> m_profile;
    std::vector<ProcessIndex>
        m_previous;                   ///< for each process, the one that executed it; none: it was started
    std::vector<ProcessIndex> m_next; ///< for each process, the one that it executed; none: it exited
    bool m_areKnown = false;
    std::vector<Moment> m_moments; ///< of all processes, in order of time
};

} // namespace candela
