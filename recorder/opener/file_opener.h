/// The recorder's side of the processes that open and read files of other processes. That may hang, so the
/// recorder never does it itself. A request that takes long keeps its process, and other requests continue
/// with a new one. If two files of a file system take long, its other files wait for one of them. After a
/// timeout that process is killed, or left behind if it can't end, and the request fails.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/base/event_loop.h"
#include "recorder/opener/hanging_subjects.h"
#include "recorder/opener/opener_process.h"
#include "recorder/opener/opener_supply.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace candela {

class FileOpener {
public:
    /// The timeouts in nanoseconds.
    struct Timeouts {
        std::int64_t others = 100'000'000;     ///< after this, unrelated requests go to another process
        std::int64_t hangs = 500'000'000;      ///< after this the request counts as hanging; a disk may be
                                               ///< slow
        std::int64_t report = 1'000'000'000;   ///< after this the subject is reported
        std::int64_t answer = 20'000'000'000;  ///< after this the request fails
        std::int64_t backoff = 60'000'000'000; ///< similar requests fail at once for this long
    };
    static constexpr std::size_t maximumWaiting = 4096;

    /// Several objects may share a fork server; each has its own openers. Answers arrive through the loop.
    FileOpener(std::shared_ptr<ForkServer> forkServer, EventLoop& loop, const Timeouts& timeouts)
        : m_supply(std::move(forkServer)), m_loop(loop), m_timeouts(timeouts) {}
    FileOpener(std::shared_ptr<ForkServer> forkServer, EventLoop& loop)
        : FileOpener(std::move(forkServer), loop, Timeouts()) {}
    FileOpener(const FileOpener&) = delete;
    FileOpener& operator=(const FileOpener&) = delete;
    ~FileOpener();

    /// Receives failures that users should know about.
    using Report = std::function<void(recording::Failure)>;
    void setReport(Report report) { m_report = std::move(report); }
    /// The protections that openers lack; empty before the first opener is started.
    MissingProtections missing() const { return m_supply.missing(); }

    /// Calls back exactly once, later and not during this call, unless this object is destroyed before.
    void ask(opening::Request message, OpeningSubject subject, OpeningRequest::Callback callback);
    /// To be called about ten times a second.
    void watch(std::int64_t now);
    /// Reports the processes and file systems that do not answer at this moment.
    void reportHanging();
    /// The number of requests without an answer.
    std::size_t waiting() const { return m_waiting; }
    /// Whether every request waits for a process that counts as hanging.
    bool areAllHanging() const;
    /// The living processes, to measure their cost.
    std::vector<pid_t> processes() const;

private:
    struct Lane {
        OpenerProcess process;
        bool isSlow = false; // its request takes long: it gets only requests that may hang like it
        explicit Lane(ForkServer::Child child) : process(std::move(child)) {}
    };
    static constexpr std::int64_t slowLaneIdles = 10'000'000'000;

    Lane* laneFor(const OpeningSubject& subject);
    Lane* slowLaneFor(const OpeningSubject& subject, const Lane* except = nullptr) const;
    Lane* addLane();
    std::unique_ptr<Lane> remove(const Lane* lane);
    void pass(OpeningRequest request);
    void fail(OpeningRequest request);
    void receive(Lane* lane);
    bool isHanging(const Lane& lane, std::int64_t now) const;
    void watch(Lane& lane, std::int64_t now);
    void giveUp(Lane& lane, std::int64_t now);
    void report(recording::Failure failure);

    OpenerSupply m_supply;
    EventLoop& m_loop;
    Timeouts m_timeouts;
    Report m_report;
    std::vector<std::unique_ptr<Lane>> m_lanes; // at most one lane is not slow
    std::deque<OpeningRequest> m_failed;        // requests that failed, to be called back
    HangingSubjects m_hanging;
    std::uint64_t m_lastNumber = 0;
    std::size_t m_waiting = 0;
};

} // namespace candela
