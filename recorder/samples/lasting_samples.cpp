#include "recorder/samples/lasting_samples.h"

#include <algorithm>
#include <iterator>

namespace candela {

void LastingSamples::expect(const sample_event& begin) {
    const auto key = keyOf(begin);
    auto& begun = m_begun[key];
    begun.event = begin;
    auto& latest = m_latest[key.first];
    if (const auto before = m_begun.find({key.first, latest});
        before != m_begun.end() && latest < begin.begin)
        before->second.isSuperseded = true;
    latest = std::max<std::uint64_t>(latest, begin.begin);
    for (auto* early : {&m_earlyBefore, &m_early}) {
        std::erase_if(*early, [&](End& end) {
            const bool isIts = keyOf(end.event) == key;
            if (isIts) begun.ends.push_back(std::move(end));
            return isIts;
        });
    }
}

void LastingSamples::hold(const sample_event& begin, std::vector<CodeLocation> path,
                          const SharedProcess& process) {
    const auto found = m_begun.find(keyOf(begin));
    if (found == m_begun.end()) return;
    auto& begun = found->second;
    begun.event = begin;
    begun.hasStack = true;
    begun.process = process;
    begun.path = std::move(path);
    if (m_frames + begun.path.size() > maximumFrames) {
        begun.path = {};
        ++m_dropped;
    }
    m_frames += begun.path.size();
    bool isOver = false;
    for (const auto& end : std::exchange(begun.ends, {})) {
        give(end, &begun);
        isOver = isOver || end.event.flags & sample_ended;
    }
    if (isOver) remove(found);
}

void LastingSamples::end(const sample_event& event, std::span<const sample_label> labels,
                         const SharedProcess& process, const LiveThread& thread) {
    End end{event, {labels.begin(), labels.end()}, process, thread};
    if (event.begin == 0) return give(end, nullptr);
    const auto found = m_begun.find(keyOf(event));
    if (found == m_begun.end()) {
        m_early.push_back(std::move(end));
        return;
    }
    auto& begun = found->second;
    if (!begun.hasStack) {
        begun.ends.push_back(std::move(end));
        return;
    }
    give(end, &begun);
    if (event.flags & sample_ended) remove(found);
}

void LastingSamples::endBatch() {
    for (const auto& end : m_earlyBefore)
        give(end, nullptr);
    m_earlyBefore = std::exchange(m_early, {});
}

void LastingSamples::finish() {
    endBatch();
    endBatch();
}

void LastingSamples::removeLost(std::int64_t now) {
    for (auto entry = m_begun.begin(); entry != m_begun.end();) {
        const auto next = std::next(entry);
        const auto& begun = entry->second;
        const bool isOver =
            begun.isSuperseded && now - static_cast<std::int64_t>(begun.event.begin) > maximumDelay;
        const bool hasEnded = begun.hasStack && begun.process->identity->endTime != 0;
        if (isOver || hasEnded) remove(entry);
        entry = next;
    }
    absl::erase_if(m_latest, [&](const auto& thread) {
        return !m_begun.contains({thread.first, thread.second});
    });
}

void LastingSamples::markModules(std::vector<bool>& isUsed) const {
    for (const auto& [key, begun] : m_begun) {
        for (const auto& location : begun.path) {
            if (!location.module.isNone()) isUsed[location.module.row()] = true;
        }
    }
}

void LastingSamples::give(const End& end, const Begun* begun) {
    auto event = end.event;
    event.time -= event.weight; // the time at which the wait began
    std::span<const CodeLocation> path;
    if (begun) {
        event.cpu = begun->event.cpu;
        event.user_stack_end = begun->event.user_stack_end;
        path = begun->path;
    }
    m_onEnded({event, end.labels, path, end.process, end.thread});
}

void LastingSamples::remove(absl::flat_hash_map<Key, Begun>::iterator found) {
    auto begun = std::move(found->second);
    m_frames -= begun.path.size();
    m_begun.erase(found);
    for (const auto& end : begun.ends)
        give(end, nullptr);
}

} // namespace candela
