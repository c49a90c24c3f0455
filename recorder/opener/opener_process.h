/// One opener, as the recorder sees it, and the requests that were sent to it. It answers in order.
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

/// An opener's answer: all its packets joined, and the descriptors in the order of their OpenedFile.
struct OpeningAnswer {
    opening::Reply reply;
    std::vector<FileDescriptor> files;
};

struct OpeningRequest {
    /// Called with null if there is no answer.
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
    /// Whether the opener works on nothing, not even on a request whose answer is no longer needed.
    bool isFree() const { return m_requests.empty() && m_unanswered == 0; }
    /// Sends the request once nearly all before it are answered, so that the opener always has one more to
    /// work on.
    void add(OpeningRequest request);
    /// Takes answers, calls back, and sends waiting requests. False: the process has ended, or broke the
    /// protocol; its requests stay.
    bool receive();
    /// The request that the opener works on, and since when (CLOCK_MONOTONIC nanoseconds). Not to be called
    /// if it is idle.
    const OpeningRequest& current() const { return m_requests.front(); }
    std::int64_t since() const { return m_since; }
    /// CLOCK_MONOTONIC time of the last answer.
    std::int64_t answeredAt() const { return m_answeredAt; }
    /// Takes all requests that are not answered; answers to them are ignored from now on.
    std::deque<OpeningRequest> takeRequests();
    /// The same for the requests behind the current one that must not wait for it.
    std::deque<OpeningRequest> takeOthers(const std::function<bool(const OpeningSubject&)>& mayWait);
    /// Readable once the process has ended.
    FileDescriptor takeProcess() { return std::move(m_child.process); }
    /// Waits for something to receive; false if nothing arrives in that time.
    bool wait(std::int64_t nanoseconds) const;
    /// Whether the opener, or the process that it reads, is runnable: then the machine is busy, and the
    /// opener does not hang.
    bool isRunnable() const;

private:
    static constexpr std::size_t maximumSent = 4;

    void sendWaiting();
    bool take(const std::string& packet, std::vector<FileDescriptor>& files);

    ForkServer::Child m_child;
    std::deque<OpeningRequest> m_requests; // the first m_sent were sent
    std::size_t m_sent = 0;
    std::size_t m_unanswered = 0; // the number of sent requests without an answer
    std::string m_packet;         // a member to reuse its memory
    OpeningAnswer m_answer;       // the answer to the first request, as far as received
    std::int64_t m_since = 0;
    std::int64_t m_answeredAt = 0;
    bool m_isBroken = false; // the opener did not take a request
};

} // namespace candela
