/// When processes started, executed another program and exited. A process of a profile lasts from a fork or
/// exec to an exec or exit; an exec ends one and begins another with the same number at the same time.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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
    /// The time ranges within `range` in which none existed.
    std::vector<TimeRange> missing(TimeRange range) const;
    bool existsAt(std::int64_t time) const;
};

class ProcessLives {
public:
    explicit ProcessLives(std::shared_ptr<const Profile> profile);

    /// Of all these processes together.
    RowLife of(std::span<const ProcessIndex> processes) const;
    /// Of a thread: that of its process, from the thread's start on.
    RowLife of(ThreadIndex thread) const;
    const Profile& profile() const { return *m_profile; }

private:
    void addEvents(ProcessIndex process, std::span<const ProcessIndex> row, RowLife& life) const;

    using NumberAndTime = std::pair<std::int32_t, std::int64_t>;
    std::shared_ptr<const Profile> m_profile;
    absl::flat_hash_map<NumberAndTime, ProcessIndex> m_started;
    absl::flat_hash_map<NumberAndTime, ProcessIndex> m_ended;
};

} // namespace candela
