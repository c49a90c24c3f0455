/// One opener, as the recorder sees it, and the requests that it was sent. It answers in order.
#pragma once

#include "recorder/opener/opening.pb.h"
#include "recorder/opener/opening_subject.h"
#include "recorder/sandbox/fork_server.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// What an opener answered: all its packets in one, and the descriptors in the order of their OpenedFile.
struct OpeningAnswer {
    opening::Reply reply;
    std::vector<FileDescriptor> files;
};

struct OpeningRequest {
    /// Null: there is no answer.
    using Callback = std::function<void(OpeningAnswer*)>;

    opening::Request message; ///< its number is unique
    OpeningSubject subject;
    Callback callback;
};

class OpenerProcess {
public:
    explicit OpenerProcess(ForkServer::Child child) : m_child(std::move(child)) {}

    const ForkServer::Child& child() const { return m_child; }
    int descriptor() const { return m_child.socket.descriptor(); }
    bool isIdle() const { return m_requests.empty(); }
    /// Whether it works on nothing, not even on what it is no longer needed for.
    bool isFree() const { return m_requests.empty() && m_unanswered == 0; }
    /// Sends it when those before it are answered, but for a few, so that the opener always has one to go on
    /// with.
    void add(OpeningRequest request);
    /// Takes what was answered, calls back, and sends what waits. False: the process has ended, or broke the
    /// rules; its requests stay.
    bool receive();
    /// The request that it works on, where it is not idle, and since when, CLOCK_MONOTONIC nanoseconds.
    const OpeningRequest& current() const { return m_requests.front(); }
    std::int64_t since() const { return m_since; }
    /// CLOCK_MONOTONIC: when something was answered last.
    std::int64_t answeredAt() const { return m_answeredAt; }
    /// Takes all requests that are not answered; answers to them are ignored from now on.
    std::deque<OpeningRequest> takeRequests();
    /// The same for those that shall not wait for the current one.
    std::deque<OpeningRequest> takeOthers(const std::function<bool(const OpeningSubject&)>& mayWait);
    /// Readable once the process has ended.
    FileDescriptor takeProcess() { return std::move(m_child.process); }
    /// Waits for something to receive; false after so many nanoseconds without.
    bool wait(std::int64_t nanoseconds) const;
    /// Whether it, or the process that it looks at, wants a processor rather than an answer: it does not hang
    /// then, the machine is busy.
    bool isRunnable() const;

private:
    static constexpr std::size_t maximumSent = 4;

    void sendWaiting();
    bool take(const std::string& packet, std::vector<FileDescriptor>& files);

    ForkServer::Child m_child;
    std::deque<OpeningRequest> m_requests; // the first m_sent were sent
    std::size_t m_sent = 0;
    std::size_t m_unanswered = 0; // of all that were ever sent
    OpeningAnswer m_answer;       // to the first, as far as it has come
    std::int64_t m_since = 0;
    std::int64_t m_answeredAt = 0;
    bool m_isBroken = false; // it did not take a request
};

} // namespace candela
