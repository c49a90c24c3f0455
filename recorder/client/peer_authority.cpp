#include "recorder/client/peer_authority.h"

#include "model/base/text/model_text.h"
#include "recorder/base/proc_files.h"

#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>
#include <systemd/sd-bus.h>

namespace candela {

namespace {

std::unexpected<Error> noAuthority(const std::string& reason) {
    return failure(
        ModelText::tr("whether this user may record can't be checked: {}", reason), ErrorCode::NotPermitted,
        ModelText::tr("recording as root works without polkit; polkit with Candela's policy decides this; "
                      "\"candela doctor\" shows what is missing"));
}

bool areAllTraceable(std::span<const std::int32_t> pids, const TracedUser& user) {
    return !pids.empty() && std::ranges::all_of(pids, [&](std::int32_t pid) { return mayTrace(user, pid); });
}

/// From version 124 on, polkit identifies the process by its descriptor. Earlier versions use number and
/// start time and ignore unknown keys.
int appendSubject(sd_bus_message* call, const ConnectedPeer& peer) {
    const auto pid = static_cast<std::uint32_t>(peer.pid);
    const auto user = static_cast<std::int32_t>(peer.user.user);
    return sd_bus_message_append(call, "(sa{sv})", "unix-process", 4u, "pidfd", "h", peer.process.get(),
                                 "pid", "u", pid, "start-time", "t", peer.startTicks, "uid", "i", user);
}

} // namespace

Result<std::unique_ptr<PeerAuthority>> PeerAuthority::create(int socket, EventLoop& loop) {
    std::unique_ptr<PeerAuthority> authority(new PeerAuthority(loop));
    authority->m_peer = TRY(connectedPeer(socket));
    return authority;
}

PeerAuthority::~PeerAuthority() {
    if (m_watched >= 0) m_loop.remove(m_watched);
    sd_bus_close_unref(m_bus);
}

void PeerAuthority::ask(const RecordingScope& scope, Callback callback) {
    m_callback = std::move(callback);
    m_grant = {};
    if (m_peer.user.user == 0) return answer(m_grant);
    const bool isOwn =
        m_peer.isInOurNamespace && !scope.isWholeMachine && areAllTraceable(scope.pids, m_peer.user);
    if (isOwn) m_grant.onlyUser = m_peer.user;
    if (auto asked = askPolkit(isOwn ? ownAction : machineAction); !asked)
        answer(std::unexpected(std::move(asked).error()));
}

Result<void> PeerAuthority::connect() {
    if (m_bus) return {};
    int result = sd_bus_open_system(&m_bus);
    if (result < 0) return noAuthority("the system bus can't be reached (" + systemErrorText(-result) + ")");
    const int descriptor = sd_bus_get_fd(m_bus);
    if (descriptor < 0) return noAuthority("the system bus can't be waited on");
    TRY(m_loop.add(descriptor, EPOLLIN, [this](std::uint32_t) { process(); }));
    m_watched = descriptor;
    return {};
}

Result<void> PeerAuthority::askPolkit(const char* action) {
    TRY(connect());
    sd_bus_message* call = nullptr;
    int result = sd_bus_message_new_method_call(m_bus, &call, "org.freedesktop.PolicyKit1",
                                                "/org/freedesktop/PolicyKit1/Authority",
                                                "org.freedesktop.PolicyKit1.Authority", "CheckAuthorization");
    constexpr std::uint32_t allowUserInteraction = 1;
    if (result >= 0) result = appendSubject(call, m_peer);
    if (result >= 0) result = sd_bus_message_append(call, "sa{ss}us", action, 0u, allowUserInteraction, "");
    const auto takeIt = [](sd_bus_message* reply, void* self, sd_bus_error*) {
        return takeReply(reply, self, nullptr);
    };
    if (result >= 0) result = sd_bus_call_async(m_bus, nullptr, call, takeIt, this, answerTimeout);
    sd_bus_message_unref(call);
    if (result < 0) return noAuthority(systemErrorText(-result));
    process();
    return {};
}

void PeerAuthority::process() {
    while (sd_bus_process(m_bus, nullptr) > 0) {
    }
    if (sd_bus_is_open(m_bus) <= 0 && m_callback) answer(noAuthority("the system bus closed the connection"));
    const int events = m_watched >= 0 ? sd_bus_get_events(m_bus) : -1;
    if (events >= 0) m_loop.change(m_watched, static_cast<std::uint32_t>(events));
}

void PeerAuthority::tick() {
    if (m_bus && m_callback) process();
}

int PeerAuthority::takeReply(sd_bus_message* reply, void* self, void*) {
    auto& authority = *static_cast<PeerAuthority*>(self);
    if (const auto* error = sd_bus_message_get_error(reply)) {
        const std::string_view name = error->name ? error->name : "";
        if (name == SD_BUS_ERROR_SERVICE_UNKNOWN || name == SD_BUS_ERROR_NAME_HAS_NO_OWNER)
            authority.answer(noAuthority("polkit does not run"));
        else if (name == SD_BUS_ERROR_NO_REPLY || name == SD_BUS_ERROR_TIMEOUT)
            authority.answer(
                failure(ModelText::tr("the recording was not confirmed in time"), ErrorCode::NotPermitted));
        else
            authority.answer(noAuthority(error->message ? error->message : "polkit failed"));
        return 0;
    }
    int isAuthorized = 0;
    int isChallenge = 0;
    if (sd_bus_message_enter_container(reply, 'r', "bba{ss}") < 0 ||
        sd_bus_message_read(reply, "bb", &isAuthorized, &isChallenge) < 0) {
        authority.answer(noAuthority("polkit's answer was not understood"));
    } else if (isAuthorized) {
        authority.answer(authority.m_grant);
    } else {
        authority.answer(failure(
            isChallenge
                ? ModelText::tr("recording needs an administrator's password, and no one can be asked for it")
                : ModelText::tr("this user may not record"),
            ErrorCode::NotPermitted,
            ModelText::tr("an administrator can grant it with a polkit rule for this action: {}",
                          authority.m_grant.onlyUser ? ownAction : machineAction)));
    }
    return 0;
}

void PeerAuthority::answer(Result<Grant> result) {
    const auto callback = std::exchange(m_callback, nullptr);
    if (callback) callback(std::move(result));
}

} // namespace candela
