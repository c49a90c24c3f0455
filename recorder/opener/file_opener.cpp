#include "recorder/opener/file_opener.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <sys/epoll.h>
#include <utility>

namespace candela {

FileOpener::~FileOpener() {
    while (!m_lanes.empty())
        m_supply.end(remove(m_lanes.back().get())->process);
}

void FileOpener::ask(opening::Request message, OpeningSubject subject, OpeningRequest::Callback callback) {
    message.set_number(++m_lastNumber);
    ++m_waiting;
    auto counted = [this, callback = std::move(callback)](OpeningAnswer* answer) {
        --m_waiting;
        callback(answer);
    };
    OpeningRequest request{std::move(message), std::move(subject), std::move(counted)};
    if (m_waiting > maximumWaiting || m_hanging.isBlocked(request.subject, monotonicTime()))
        return fail(std::move(request));
    pass(std::move(request));
}

void FileOpener::pass(OpeningRequest request) {
    auto* lane = laneFor(request.subject);
    if (!lane) return fail(std::move(request));
    lane->process.add(std::move(request));
}

void FileOpener::fail(OpeningRequest request) {
    m_failed.push_back(std::move(request));
}

FileOpener::Lane* FileOpener::laneFor(const OpeningSubject& subject) {
    if (auto* lane = slowLaneFor(subject)) return lane;
    for (const auto& lane : m_lanes) {
        if (!lane->isSlow) return lane.get();
    }
    // A lane that was slow but is idle now is as good as a new one.
    for (const auto& lane : m_lanes) {
        if (!lane->process.isFree()) continue;
        lane->isSlow = false;
        return lane.get();
    }
    return addLane();
}

/// The lane whose current request may hang because of this subject. One slow file may be a slow disk; two
/// make the whole file system suspect: `except`, if given, is the lane of the first.
FileOpener::Lane* FileOpener::slowLaneFor(const OpeningSubject& subject, const Lane* except) const {
    Lane* alike = nullptr;
    int count = except ? 1 : 0;
    for (const auto& lane : m_lanes) {
        const auto& process = lane->process;
        if (lane.get() == except || !lane->isSlow || process.isIdle()) continue;
        if (process.current().subject.isSame(subject)) return lane.get();
        if (!process.current().subject.isAlike(subject)) continue;
        alike = lane.get();
        ++count;
    }
    return count >= 2 ? alike : nullptr;
}

FileOpener::Lane* FileOpener::addLane() {
    auto child = m_supply.start();
    for (auto& failure : m_supply.takeFailures())
        report(std::move(failure));
    if (!child) return nullptr;
    auto lane = std::make_unique<Lane>(std::move(*child));
    auto* added = lane.get();
    const auto watched =
        m_loop.add(added->process.descriptor(), EPOLLIN, [this, added](std::uint32_t) { receive(added); });
    if (!watched) {
        m_supply.end(added->process);
        return nullptr;
    }
    m_lanes.push_back(std::move(lane));
    return added;
}

std::unique_ptr<FileOpener::Lane> FileOpener::remove(const Lane* lane) {
    const auto found =
        std::ranges::find_if(m_lanes, [lane](const auto& entry) { return entry.get() == lane; });
    auto removed = std::move(*found);
    m_lanes.erase(found);
    m_loop.remove(removed->process.descriptor());
    return removed;
}

void FileOpener::receive(Lane* lane) {
    if (lane->process.receive()) return;
    const auto ended = remove(lane);
    m_supply.end(ended->process);
    // The process may have ended because of the request that it worked on, so that request is not retried.
    for (bool isFirst = true; auto& request : ended->process.takeRequests()) {
        if (std::exchange(isFirst, false))
            fail(std::move(request));
        else
            pass(std::move(request));
    }
}

void FileOpener::watch(std::int64_t now) {
    std::vector<Lane*> lanes;
    for (const auto& lane : m_lanes)
        lanes.push_back(lane.get());
    for (auto* lane : lanes)
        watch(*lane, now);
    if (m_failed.empty()) return; // an empty queue allocates, too
    for (auto& request : std::exchange(m_failed, {}))
        request.callback(nullptr);
}

void FileOpener::watch(Lane& lane, std::int64_t now) {
    auto& process = lane.process;
    if (process.isIdle()) {
        if (lane.isSlow && now - process.answeredAt() > slowLaneIdles) m_supply.end(remove(&lane)->process);
        return;
    }
    const auto waited = now - process.since();
    if (waited > m_timeouts.answer) return giveUp(lane, now);
    if (waited <= m_timeouts.others || process.isRunnable()) return;
    const auto& subject = process.current().subject;
    if (waited > m_timeouts.report && m_hanging.isNew(subject)) report(hangs(subject));
    if (std::exchange(lane.isSlow, true)) return;
    const auto mayWait = [&](const OpeningSubject& other) {
        return other.isSame(subject) || (other.isAlike(subject) && slowLaneFor(other, &lane));
    };
    for (auto& request : process.takeOthers(mayWait))
        pass(std::move(request));
}

void FileOpener::giveUp(Lane& lane, std::int64_t now) {
    const auto hanging = remove(&lane);
    m_supply.end(hanging->process);
    const auto subject = hanging->process.current().subject;
    if (m_hanging.isNew(subject)) report(hangs(subject));
    m_hanging.block(subject, now + m_timeouts.backoff);
    for (auto& request : hanging->process.takeRequests()) {
        if (m_hanging.isBlocked(request.subject, now))
            fail(std::move(request));
        else
            pass(std::move(request));
    }
}

void FileOpener::reportHanging() {
    const auto now = monotonicTime();
    for (const auto& lane : m_lanes) {
        if (isHanging(*lane, now) && m_hanging.isNew(lane->process.current().subject))
            report(hangs(lane->process.current().subject));
    }
}

bool FileOpener::isHanging(const Lane& lane, std::int64_t now) const {
    const auto& process = lane.process;
    return !process.isIdle() && now - process.since() > m_timeouts.hangs && !process.isRunnable();
}

bool FileOpener::areAllHanging() const {
    const auto now = monotonicTime();
    return m_failed.empty() && std::ranges::all_of(m_lanes, [&](const auto& lane) {
               return lane->process.isIdle() || isHanging(*lane, now);
           });
}

std::vector<pid_t> FileOpener::processes() const {
    std::vector<pid_t> pids;
    for (const auto& lane : m_lanes)
        pids.push_back(lane->process.child().pid);
    return pids;
}

void FileOpener::report(recording::Failure failure) {
    if (m_report) m_report(std::move(failure));
}

} // namespace candela
