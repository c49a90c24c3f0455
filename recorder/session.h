/// One client's session: takes its requests, checks whether it may record, runs one recording, and reports
/// failures in the stream itself. Ends with the client's end of file.
#pragma once

#include "model/base/result.h"
#include "model/recording/request_stream.h"
#include "recorder/active_recording.h"
#include "recorder/base/event_loop.h"
#include "recorder/client/output.h"
#include "recorder/client/peer_authority.h"
#include "recorder/opened_early.h"
#include "recorder/rights/protections.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace candela {

class Session {
public:
    /// The authority is null if every user who can start this program may record.
    Session(EventLoop& loop, const SandboxClients& clients, Output& output,
            std::unique_ptr<PeerAuthority> authority, OpenedEarly opened);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    /// Waits for requests on a descriptor, which stays the caller's.
    Result<void> listen(int descriptor);
    /// Limits for the recordings that clients request; clients can't change them.
    void setLimits(const TableLimits& limits) { m_limits = limits; }
    /// Reports to those who record which protections a process lacks.
    void addMissing(ConfinedProcess process, MissingProtections missing) {
        if (!missing.isEmpty()) m_lockedIn.push_back({process, missing});
    }
    /// Starts a recording without a client's request.
    void start(const RecordingOptions& options);
    /// Ends the recording properly; without one, ends at once.
    void stop();
    /// To be called when the client has disconnected and would not read anything more.
    void abandon();
    void tick();

    bool hasEnded() const { return m_state == State::Ended; }
    /// What made the session fail; none if it ended well.
    const std::optional<Error>& error() const { return m_error; }

private:
    static constexpr std::int64_t requestTimeout = 10'000'000'000; ///< the maximum time before the first
                                                                   ///< request
    static constexpr std::int64_t flushTimeout = 5'000'000'000;    ///< the maximum time after the last
                                                                   ///< segment

    enum class State : std::uint8_t { Waiting, Asking, Recording, Flushing, Ended };

    void readRequests();
    void nextRequest();
    void take(const recording::Request& request);
    void takeStart(const recording::Start& start);
    void describe();
    void ask(const RecordingScope& scope, PeerAuthority::Callback callback);
    void refuse(const Error& error);
    void fail(Error error);
    void reportForbiddenCalls();
    void shortenTicks();
    void flush();
    void end();

    EventLoop& m_loop;
    SandboxClients m_clients;
    Output& m_output;
    std::unique_ptr<PeerAuthority> m_authority;
    RequestReader m_reader;
    int m_input = -1;
    std::deque<recording::Request> m_requests;
    bool m_isAsking = false; // waits for the authority's answer
    TableLimits m_limits;
    std::optional<RecordingOptions> m_options;
    OpenedEarly m_opened;
    std::vector<std::pair<ConfinedProcess, MissingProtections>> m_lockedIn; // what processes lack
    std::unique_ptr<ActiveRecording> m_recording;
    bool m_hasShortTicks = false;
    State m_state = State::Waiting;
    std::int64_t m_since; // when the current state began
    std::optional<Error> m_error;
};

/// Checks a client's request, which may lower the limits of the recorder. Fails with one sentence.
Result<RecordingOptions> readStart(const recording::Start& start, const TableLimits& limits = {});

/// The answer to a client that asks for the recordable probes: a complete stream.
std::string announcementStream(TickSource source);

/// An error as a message of the recording format.
recording::Failure failureOf(const Error& error);
/// A complete stream with nothing but that error.
std::string refusalOf(const Error& error);

} // namespace candela
