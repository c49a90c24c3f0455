#include "views/tracks/process_lives.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace candela {

namespace {

using TimeLimits = std::numeric_limits<std::int64_t>;

/// Sorting the moments of more processes than this part of all takes longer than passing all moments.
constexpr std::size_t sortedPart = 16;

} // namespace

RowLife RowLife::always() {
    return {{}, {{TimeLimits::min(), TimeLimits::max()}}};
}

bool RowLife::existsAt(std::int64_t time) const {
    const auto after = std::ranges::upper_bound(existing, time, {}, &TimeRange::begin);
    return after != existing.begin() && time < std::prev(after)->end;
}

ProcessLives::ProcessLives(std::shared_ptr<const Profile> profile) : m_profile(std::move(profile)) {
    const auto& processes = m_profile->processes;
    using NumberAndTime = std::pair<std::int32_t, std::int64_t>;
    absl::flat_hash_map<NumberAndTime, ProcessIndex> started, ended;
    for (std::size_t row = 0; row < processes.size(); ++row) {
        const auto& process = processes[row];
        m_areKnown |= process.startTime != noTime || process.endTime != noTime;
        if (process.startTime != noTime)
            started.try_emplace({process.pid, process.startTime}, ProcessIndex(row));
        if (process.endTime != noTime) ended.try_emplace({process.pid, process.endTime}, ProcessIndex(row));
    }
    m_moments.reserve(2 * processes.size());
    for (std::size_t row = 0; row < processes.size(); ++row) {
        const ProcessIndex index(row);
        const auto at = [&](const auto& found, std::int64_t time) {
            const auto other = time != noTime ? found.find({processes[row].pid, time}) : found.end();
            return other != found.end() && other->second != index ? other->second : ProcessIndex();
        };
        m_previous.push_back(at(ended, processes[row].startTime));
        m_next.push_back(at(started, processes[row].endTime));
        addMoments(index, m_moments);
    }
    std::ranges::sort(m_moments);
}

void ProcessLives::addMoments(ProcessIndex index, std::vector<Moment>& moments) const {
    const auto& process = m_profile->processes[index.row()];
    const auto start = std::uint64_t{2} * index.row();
    moments.push_back({process.startTime == noTime ? TimeLimits::min() : process.startTime, start});
    moments.push_back({process.endTime == noTime ? TimeLimits::max() : process.endTime, start + 1});
}

/// An exec between two processes of one row is one event. Ranges that touch are one.
template<typename IsInRow>
RowLife ProcessLives::lifeOf(const std::vector<Moment>& moments, const IsInRow& isInRow) const {
    RowLife life;
    for (const auto& moment : moments) {
        const auto index = moment.process();
        if (!isInRow(index)) continue;
        const auto& process = m_profile->processes[index.row()];
        if (!moment.isStart()) {
            const auto next = m_next[index.row()];
            if (process.endTime != noTime && !next)
                life.events.push_back({process.endTime, LifeEvent::Kind::Exit, index, {}, {}});
            else if (next && !isInRow(next))
                life.events.push_back({process.endTime, LifeEvent::Kind::Exec, next, index, {}});
            continue;
        }
        const auto previous = m_previous[index.row()];
        const auto kind = previous ? LifeEvent::Kind::Exec : LifeEvent::Kind::Start;
        if (process.startTime != noTime)
            life.events.push_back({process.startTime, kind, index, previous, {}});
        const auto end = process.endTime == noTime ? TimeLimits::max() : process.endTime;
        if (!life.existing.empty() && moment.time <= life.existing.back().end)
            life.existing.back().end = std::max(life.existing.back().end, end);
        else
            life.existing.push_back({moment.time, end});
    }
    return life;
}

RowLife ProcessLives::of(std::span<const ProcessIndex> processes) const {
    const auto& all = m_profile->processes;
    if (processes.size() > all.size() / sortedPart) {
        std::vector<bool> isInRow(all.size());
        for (const auto process : processes)
            isInRow[process.row()] = true;
        return lifeOf(m_moments, [&](ProcessIndex process) { return isInRow[process.row()]; });
    }
    std::vector<Moment> moments;
    for (const auto process : processes)
        addMoments(process, moments);
    std::ranges::sort(moments);
    return lifeOf(moments,
                  [&](ProcessIndex process) { return std::ranges::binary_search(processes, process); });
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
    const auto after = std::ranges::upper_bound(life.events, thread.startTime, {}, &LifeEvent::time);
    life.events.insert(after, {thread.startTime, LifeEvent::Kind::ThreadStart, thread.process, {}, index});
    life.existing.front().begin = std::min(thread.startTime, life.existing.front().end);
    return life;
}

} // namespace candela
