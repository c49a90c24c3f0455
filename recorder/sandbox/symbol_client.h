/// The recorder's side of the conversation with its symbol child. Keeps a few requests in flight, starts
/// another child when one dies or hangs, and reports which module it died of.
#pragma once

#include "model/base/result.h"
#include "recorder/base/event_loop.h"
#include "recorder/sandbox/conversation.pb.h"
#include "recorder/sandbox/fork_server.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace candela {

class SymbolClient {
public:
    enum class End : std::uint8_t { Died, TookTooLong };
    /// The module that a child was working on when it ended.
    struct FailedRequest {
        std::uint64_t module = 0;
        End end = End::Died;
    };
    struct Callbacks {
        std::function<void(const sandbox::Answer&)> onAnswer;
        /// The child was replaced: all modules are closed and all requests in flight are void.
        std::function<void(const std::optional<FailedRequest>&)> onRestart;
    };

    /// How long a child may work on one request, in nanoseconds.
    struct Timeouts {
        std::int64_t processorTime = 20'000'000'000;
        std::int64_t time = 60'000'000'000; ///< includes waiting for a processor on a busy machine
        /// How long a child may neither use a processor nor wait for one; after that it counts as hanging.
        std::int64_t standstill = 10'000'000'000;
        std::int64_t standstillOfMemory = 500'000'000; ///< the same for a request that reads a process's
                                                       ///< memory
    };

    /// Several clients may share a fork server; each has a child of its own.
    SymbolClient(std::shared_ptr<ForkServer> forkServer, EventLoop& loop, Timeouts timeouts)
        : m_forkServer(std::move(forkServer)), m_loop(loop), m_timeouts(timeouts) {}
    SymbolClient(std::shared_ptr<ForkServer> forkServer, EventLoop& loop)
        : SymbolClient(std::move(forkServer), loop, Timeouts()) {}
    SymbolClient(const SymbolClient&) = delete;
    SymbolClient& operator=(const SymbolClient&) = delete;
    ~SymbolClient() { dropChild(); }

    void setCallbacks(Callbacks callbacks) { m_callbacks = std::move(callbacks); }

    /// Starts a child now rather than with the first request, so that it is known early whether one can be
    /// started.
    void start() { ensureChild(); }
    /// Whether another request may be sent now.
    bool hasRoom() const { return !isUnavailable() && !m_isBroken && m_inFlight.size() < maximumInFlight; }
    /// The caller keeps the descriptors. A request that can't be delivered ends the child: onRestart follows,
    /// but not during this call.
    void send(const sandbox::Request& request, std::span<const int> descriptors);
    /// Ends a child that works on one request for too long, or takes none. To be called a few times a second.
    void watch(std::int64_t now);
    /// Whether a child has used a processor for a request, or waited for one, since the last call.
    bool isWorking(std::int64_t now) {
        const auto before = m_workedAt;
        look(now);
        return !m_inFlight.empty() && m_workedAt != before;
    }
    /// Whether a child waits for a part of a file, which a slow disk may delay.
    bool isReadingFile() const;
    /// Whether no child can be started: for some seconds after several ended in a row, or for good.
    bool isUnavailable() const { return m_isLost || m_restartBackoffUntil != 0; }
    /// Whether there is no child and never will be one.
    bool isLost() const { return m_isLost; }
    /// 0 while there is none.
    pid_t child() const { return m_child ? m_child->pid : 0; }
    /// The protections that children lack; empty before the first child is started.
    MissingProtections missing() const { return m_missing; }
    /// Whether children can't disassemble code.
    bool lacksDisassembler() const { return m_lacksDisassembler; }

private:
    static constexpr std::size_t maximumInFlight = 8;
    // This many children that end in a row are replaced at once, further ones only after a while.
    static constexpr int startsAtOnce = 50;
    static constexpr std::int64_t timeForAnotherStart = 2'000'000'000;

    struct InFlight {
        std::uint64_t module = 0;
        bool readsMemory = false;                // the request reads the memory of a process
        std::int64_t since = 0;                  // when the child could begin with it
        std::optional<std::int64_t> timeAtBegin; // the child's processor time when watch() first saw it work
                                                 // on this request
    };

    bool ensureChild();
    bool mayStart(std::int64_t now);
    bool hasTimedOut(std::int64_t now);
    void look(std::int64_t now);
    void dropChild();
    void receive();
    void restart(End end);
    bool takeAnswer(const std::string& packet);

    std::shared_ptr<ForkServer> m_forkServer;
    EventLoop& m_loop;
    Timeouts m_timeouts;
    MissingProtections m_missing;
    bool m_lacksDisassembler = false;
    Callbacks m_callbacks;
    std::optional<ForkServer::Child> m_child;
    std::deque<InFlight> m_inFlight;
    std::string m_packet; // members to reuse their memory
    sandbox::Answer m_answer;
    std::int64_t m_timeUsed = 0; // the processor time that the child had used at the last check
    std::int64_t m_workedAt = 0; // when the child was last seen to make progress
    int m_startsLeft = startsAtOnce;
    std::int64_t m_startedAt = 0;
    std::int64_t m_restartBackoffUntil = 0; // 0: not backing off
    bool m_isBroken = false;                // the child did not take a request
    bool m_isLost = false;
};

} // namespace candela
