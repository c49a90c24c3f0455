/// The recorder's side of the conversation with its symbol child. Keeps a few requests in flight, starts
/// another child when one dies or hangs, and says which module it died of.
#pragma once

#include "model/base/result.h"
#include "recorder/event_loop.h"
#include "recorder/sandbox/conversation.pb.h"
#include "recorder/sandbox/nursery.h"

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
    struct Callbacks {
        std::function<void(const sandbox::Answer&)> onAnswer;
        /// All modules are closed, all requests in flight are void; the culprit is the one it was busy with.
        std::function<void(std::optional<std::uint64_t> culprit)> onRestart;
    };

    /// Several clients may share a nursery: each has a child of its own.
    SymbolClient(std::shared_ptr<Nursery> nursery, EventLoop& loop)
        : m_nursery(std::move(nursery)), m_loop(loop) {}
    SymbolClient(const SymbolClient&) = delete;
    SymbolClient& operator=(const SymbolClient&) = delete;
    ~SymbolClient() { dropChild(); }

    void setCallbacks(Callbacks callbacks) { m_callbacks = std::move(callbacks); }

    /// Whether another request may be sent now.
    bool hasRoom() const { return !m_isHopeless && !m_isBroken && m_inFlight.size() < maximumInFlight; }
    /// The descriptors stay the caller's. A request that can't be delivered ends the child: onRestart
    /// follows, but not from inside this call.
    void send(const sandbox::Request& request, std::span<const int> descriptors);
    /// Ends a child that works on one request for too long, or takes none. A few times a second.
    void watch(std::int64_t now);
    /// No child can be started any more.
    bool isHopeless() const { return m_isHopeless; }
    /// 0 while there is none.
    pid_t child() const { return m_child ? m_child->pid : 0; }

private:
    static constexpr std::size_t maximumInFlight = 8;
    static constexpr std::int64_t longestWork = 20'000'000'000;
    static constexpr int maximumStarts = 1000;

    struct InFlight {
        std::uint64_t module = 0;
        std::int64_t since = 0; // when the child could begin with it
    };

    bool ensureChild();
    void dropChild();
    void receive();
    void restart();
    bool takeAnswer(const std::string& packet);

    std::shared_ptr<Nursery> m_nursery;
    EventLoop& m_loop;
    Callbacks m_callbacks;
    std::optional<Nursery::Child> m_child;
    std::deque<InFlight> m_inFlight;
    sandbox::Answer m_answer; // kept for its memory
    int m_starts = 0;
    bool m_isBroken = false; // the child did not take a request
    bool m_isHopeless = false;
};

} // namespace candela
