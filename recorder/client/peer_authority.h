/// What polkit lets the user at the other end of the service's socket record.
#pragma once

#include "model/base/result.h"
#include "recorder/base/event_loop.h"
#include "recorder/base/traced_user.h"
#include "recorder/client/connected_peer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

struct sd_bus;
struct sd_bus_message;

namespace candela {

/// What was allowed.
struct Grant {
    std::optional<TracedUser> onlyUser; ///< record only processes that this user may trace
};

/// The requested scope: the whole machine, or some processes with their children.
struct RecordingScope {
    bool isWholeMachine = true;
    std::span<const std::int32_t> pids;
};

class PeerAuthority {
public:
    static constexpr const char* machineAction = "org.candela.recorder.record-machine";
    static constexpr const char* ownAction = "org.candela.recorder.record-own";
    /// How long a user may take to enter a password.
    static constexpr std::uint64_t answerTimeout = 120'000'000; // microseconds

    using Callback = std::function<void(Result<Grant>)>;

    /// Identifies the peer of a connected socket as the kernel reports it.
    static Result<std::unique_ptr<PeerAuthority>> create(int socket, EventLoop& loop);
    PeerAuthority(const PeerAuthority&) = delete;
    PeerAuthority& operator=(const PeerAuthority&) = delete;
    ~PeerAuthority();

    /// Calls back once, now or later. Must not be called while another question is open.
    void ask(const RecordingScope& scope, Callback callback);
    /// Checks the deadline; to be called about ten times a second.
    void tick();

private:
    explicit PeerAuthority(EventLoop& loop) : m_loop(loop) {}
    Result<void> askPolkit(const char* action);
    Result<void> connect();
    void process();
    void answer(Result<Grant> result);
    static int takeReply(sd_bus_message* reply, void* self, void* error);

    EventLoop& m_loop;
    ConnectedPeer m_peer;
    sd_bus* m_bus = nullptr;
    int m_watched = -1;
    Grant m_grant; // what to grant if the answer is yes
    Callback m_callback;
};

} // namespace candela
