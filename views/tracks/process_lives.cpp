#include "views/tracks/process_lives.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

using TimeLimits = std::numeric_limits<std::int64_t>;

TimeRange lifeOf(const Process& process) {
    return {process.startTime == noTime ? TimeLimits::min() : process.startTime,
            process.endTime == noTime ? TimeLimits::max() : process.endTime};
}

/// Sorts the events, and joins ranges that touch.
void finishLife(RowLife& life) {
    std::ranges::stable_sort(life.events, {}, &LifeEvent::time);
    std::ranges::sort(life.existing);
    std::vector<TimeRange> joined;
    for (const auto& range : life.existing) {
        if (!joined.empty() && range.begin <= joined.back().end)
            joined.back().end = std::max(joined.back().end, range.end);
        else
            joined.push_back(range);
    }
    life.existing = std::move(joined);
}

} // namespace

RowLife RowLife::always() {
    return {{}, {{TimeLimits::min(), TimeLimits::max()}}};
}

std::vector<TimeRange> RowLife::missing(TimeRange range) const {
    std::vector<TimeRange> gaps;
    auto from = range.begin;
    for (auto own = std::ranges::lower_bound(existing, range.begin, {}, &TimeRange::end);
         own != existing.end() && own->begin < range.end; ++own) {
        if (own->begin > from) gaps.push_back({from, own->begin});
        from = std::max(from, own->end);
    }
    if (from < range.end) gaps.push_back({from, range.end});
    return gaps;
}

bool RowLife::existsAt(std::int64_t time) const {
    const auto after = std::ranges::upper_bound(existing, time, {}, &TimeRange::begin);
    return after != existing.begin() && time < std::prev(after)->end;
}

ProcessLives::ProcessLives(std::shared_ptr<const Profile> profile) : m_profile(std::move(profile)) {
    for (std::size_t row = 0; row < m_profile->processes.size(); ++row) {
        const auto& process = m_profile->processes[row];
        if (process.startTime != noTime)
            m_started.try_emplace({process.pid, process.startTime}, ProcessIndex(row));
        if (process.endTime != noTime) m_ended.try_emplace({process.pid, process.endTime}, ProcessIndex(row));
    }
}

/// An exec between two processes of one row is one event.
void ProcessLives::addEvents(ProcessIndex index, std::span<const ProcessIndex> row, RowLife& life) const {
    const auto& process = m_profile->processes[index.row()];
    const auto at = [&](const auto& processes, std::int64_t time) {
        const auto found = processes.find({process.pid, time});
        return found != processes.end() && found->second != index ? found->second : ProcessIndex();
    };
    if (process.startTime != noTime) {
        const auto previous = at(m_ended, process.startTime);
        life.events.push_back({process.startTime,
                               previous ? LifeEvent::Kind::Exec : LifeEvent::Kind::Start,
                               index,
                               previous,
                               {}});
    }
    if (process.endTime == noTime) return;
    const auto next = at(m_started, process.endTime);
    if (!next)
        life.events.push_back({process.endTime, LifeEvent::Kind::Exit, index, {}, {}});
    else if (!std::ranges::binary_search(row, next))
        life.events.push_back({process.endTime, LifeEvent::Kind::Exec, next, index, {}});
}

RowLife ProcessLives::of(std::span<const ProcessIndex> processes) const {
    RowLife life;
    for (const auto process : processes) {
        addEvents(process, processes, life);
        life.existing.push_back(lifeOf(m_profile->processes[process.row()]));
    }
    finishLife(life);
    return life;
}

RowLife ProcessLives::of(ThreadIndex index) const {
    const auto& thread = m_profile->threads[index.row()];
    if (!thread.process) return RowLife::always();
    auto life = of(std::span(&thread.process, 1));
    const auto& process = m_profile->processes[thread.process.row()];
    const bool isLater = thread.tid != process.pid && thread.startTime != noTime &&
                         (process.startTime == noTime || thread.startTime > process.startTime);
    if (!isLater) return life;
    std::erase_if(life.events, [&](const LifeEvent& event) { return event.time < thread.startTime; });
    life.events.push_back({thread.startTime, LifeEvent::Kind::ThreadStart, thread.process, {}, index});
    life.existing.front().begin = std::min(thread.startTime, life.existing.front().end);
    finishLife(life);
    return life;
}

} // namespace candela
