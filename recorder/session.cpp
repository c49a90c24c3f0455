#include "recorder/session.h"

#include "model/base/byte_reader.h"
#include "model/base/text/model_text.h"
#include "model/base/version.h"
#include "model/recording/segment_writer.h"
#include "model/recording/stream_limits.h"
#include "recorder/base/clock.h"
#include "recorder/probes/all_probes.h"
#include "recorder/rights/forbidden_calls.h"
#include "recorder/rights/own_rights.h"
#include "recorder/sandbox/sandbox_failures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t maximumPids = 4096;
constexpr std::size_t maximumWaitingRequests = 64;

/// Finding a process is expensive, and a client may repeat a pid as often as it likes.
template<typename Pids>
std::vector<std::int32_t> eachOnce(const Pids& pids) {
    std::vector<std::int32_t> different(pids.begin(), pids.end());
    std::ranges::sort(different);
    const auto rest = std::ranges::unique(different);
    different.erase(rest.begin(), rest.end());
    return different;
}

Result<void> readProbes(const recording::Start& start, std::vector<ProbeRequest>& requests) {
    constexpr int maximumProbes = 64, maximumOptions = 1024;
    if (start.probes_size() > maximumProbes || start.options_size() > maximumOptions)
        return failure("too many probes or options were named", ErrorCode::Usage);
    for (const auto& name : start.probes())
        requests.push_back({name, {}});
    for (const auto& option : start.options()) {
        const auto request = std::ranges::find(requests, option.probe(), &ProbeRequest::probe);
        if (request == requests.end())
            return failure(
                fmt::format("an option of the probe \"{}\" was given without the probe", option.probe()),
                ErrorCode::Usage);
        request->options.push_back({option.name(), option.number()});
    }
    return {};
}

/// A stream of one segment.
std::string streamOf(recording::Segment& segment) {
    segment.add_strings("");
    segment.set_start_time(monotonicTime());
    segment.set_end_time(segment.start_time());
    segment.set_recording_start_time(segment.start_time());
    segment.set_format_version(recordingFormatVersion);
    segment.set_written_by(std::string(programVersion()));
    segment.set_is_last(true);
    std::string stream(recordingMagic);
    SegmentWriter writer;
    if (const auto bytes = writer.write(segment))
        stream.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return stream;
}

} // namespace

Result<RecordingOptions> readStart(const recording::Start& start, const TableLimits& limits) {
    RecordingOptions options;
    options.limits = limits;
    options.isWholeMachine = start.scope() != recording::Start::PROCESSES;
    if (!recording::Start::Scope_IsValid(start.scope()))
        return failure("this recorder does not know the scope that was asked for", ErrorCode::Usage);
    if (!options.isWholeMachine && start.pids().empty())
        return failure("no process to record was named", ErrorCode::Usage);
    if (start.pids_size() > static_cast<int>(maximumPids))
        return failure(fmt::format("more than {} processes were named", maximumPids), ErrorCode::Usage);
    for (const auto pid : start.pids()) {
        if (pid <= 0) return failure(ModelText::tr("there is no process {}", pid), ErrorCode::Usage);
    }
    if (!options.isWholeMachine) options.pids = eachOnce(start.pids());
    if (start.frequency() > RecordingOptions::maximumFrequency)
        return failure(fmt::format("the frequency is above {} Hz", RecordingOptions::maximumFrequency),
                       ErrorCode::Usage);
    if (start.frequency() != 0) options.frequency = start.frequency();
    if (start.segment_seconds() > RecordingOptions::maximumSegmentSeconds)
        return failure(
            fmt::format("a segment can't hold more than {} seconds", RecordingOptions::maximumSegmentSeconds),
            ErrorCode::Usage);
    if (start.segment_seconds() != 0) options.segmentSeconds = start.segment_seconds();
    TRY(readProbes(start, options.probes));
    TRY(checkRequests(options.probes, TickSource::CpuClock)); // names and options are the same for each tick
                                                              // source
    if (start.without_code()) options.limits.keptCode = 0;
    options.maximumSeconds = start.maximum_seconds();
    options.maximumBytes = start.maximum_bytes();
    return options;
}

recording::Failure failureOf(const Error& error) {
    recording::Failure failure;
    failure.set_message(error.message);
    failure.set_hint(error.hint);
    switch (error.code) {
    case ErrorCode::BadInput:
    case ErrorCode::Usage:
        failure.set_code(recording::Failure::BAD_REQUEST);
        break;
    case ErrorCode::NotPermitted:
        failure.set_code(recording::Failure::NOT_PERMITTED);
        break;
    case ErrorCode::NotPossible:
        failure.set_code(recording::Failure::NOT_POSSIBLE);
        break;
    case ErrorCode::Cancelled:
        failure.set_code(recording::Failure::INTERNAL);
        break;
    }
    return failure;
}

std::string refusalOf(const Error& error) {
    recording::Segment segment;
    auto& failure = *segment.add_failures();
    failure = failureOf(error);
    failure.set_is_fatal(true);
    return streamOf(segment);
}

std::string announcementStream(TickSource source) {
    recording::Segment segment;
    auto& announcement = *segment.mutable_announcement();
    announcement.set_protocol_version(protocolVersion);
    announcement.set_oldest_client(protocolVersion);
    announcement.set_version(std::string(programVersion()));
    for (const auto& entry : allProbes()) {
        if (entry.use == ProbeUse::WhenAsked) announce(entry.describe(source), *announcement.add_probes());
    }
    return streamOf(segment);
}

Session::Session(EventLoop& loop, const SandboxClients& clients, Output& output,
                 std::unique_ptr<PeerAuthority> authority, OpenedEarly opened)
    : m_loop(loop), m_clients(clients), m_output(output), m_authority(std::move(authority)),
      m_opened(std::move(opened)), m_since(monotonicTime()) {}

Session::~Session() {
    if (m_input >= 0) m_loop.remove(m_input);
}

Result<void> Session::listen(int descriptor) {
    TRY(m_loop.add(descriptor, EPOLLIN, [this](std::uint32_t) { readRequests(); }));
    m_input = descriptor;
    return {};
}

void Session::readRequests() {
    // One read for each call: the loop calls again if there is more, and handles other events in between.
    std::array<std::byte, 16384> bytes;
    const auto size = ::read(m_input, bytes.data(), bytes.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (size <= 0) {
        m_loop.remove(m_input);
        m_input = -1;
        return stop();
    }
    m_reader.feed(std::span(bytes).first(static_cast<std::size_t>(size)));
    while (true) {
        auto request = m_reader.next();
        if (!request) return fail({request.error().message, {}, ErrorCode::Usage});
        if (!*request) break;
        // A client that stops does not wait for the answer to an earlier request.
        if (m_isAsking && (*request)->has_stop()) return stop();
        if (m_requests.size() >= maximumWaitingRequests)
            return fail({"the client sends requests faster than they can be answered", {}, ErrorCode::Usage});
        m_requests.push_back(std::move(**request));
    }
    nextRequest();
}

void Session::nextRequest() {
    while (!m_requests.empty() && !m_isAsking && m_state != State::Ended) {
        const auto request = std::move(m_requests.front());
        m_requests.pop_front();
        take(request);
    }
}

void Session::take(const recording::Request& request) {
    switch (request.what_case()) {
    case recording::Request::kStart:
        return takeStart(request.start());
    case recording::Request::kStop:
        return stop();
    case recording::Request::kDescribe:
        return describe();
    case recording::Request::WHAT_NOT_SET:
        return refuse({ModelText::tr("this recorder does not know the request"),
                       ModelText::tr("app and recorder may be of different versions"), ErrorCode::Usage});
    }
}

void Session::takeStart(const recording::Start& start) {
    if (m_state != State::Waiting)
        return refuse({ModelText::tr("a recording runs already"), {}, ErrorCode::Usage});
    auto options = readStart(start, m_limits);
    if (!options) return fail(options.error());
    m_options = std::move(*options);
    m_state = State::Asking;
    ask({m_options->isWholeMachine, m_options->pids}, [this](Result<Grant> grant) {
        if (m_state != State::Asking) return; // stopped meanwhile
        if (!grant) return fail(grant.error());
        m_options->onlyUser = grant->onlyUser;
        this->start(*m_options);
    });
}

/// Sends the announcement. That needs no grant: it contains only what every client of this version could
/// know, and this machine's tick source.
void Session::describe() {
    if (m_state != State::Waiting)
        return refuse({ModelText::tr("a recording runs already"), {}, ErrorCode::Usage});
    const auto source = m_opened.events ? (*m_opened.events)->source() : TickSource::CpuClock;
    m_output.send(asBytes(announcementStream(source)));
    flush();
}

void Session::ask(const RecordingScope& scope, PeerAuthority::Callback callback) {
    if (!m_authority) return callback(Grant{});
    m_isAsking = true;
    m_authority->ask(scope, [this, callback = std::move(callback)](Result<Grant> grant) {
        m_isAsking = false;
        callback(std::move(grant));
    });
}

void Session::start(const RecordingOptions& options) {
    if (!seesAllProcesses())
        return fail(
            {ModelText::tr(
                 "the recorder runs in a container, where processes have other numbers than in the kernel"),
             ModelText::tr(
                 "start it outside, or run the container with the host's process numbers (--pid=host)"),
             ErrorCode::NotPossible});
    if (auto present = checkNeededRights(); !present) return fail(present.error());
    if (!m_opened.events) return fail(m_opened.events.error());
    addMissing(ConfinedProcess::EventOpener, (*m_opened.events)->missing());
    auto prepared = ActiveRecording::prepare(options, std::move(*m_opened.events), m_loop, m_clients,
                                             m_output, [this] { flush(); });
    if (!prepared) return fail(prepared.error());
    addMissing(ConfinedProcess::RunningRecorder, keepRunningRights());
    m_options = options;
    m_recording = std::move(*prepared);
    for (const auto& [process, missing] : m_lockedIn)
        m_recording->report(lockedInLess(process, missing));
    m_state = State::Recording;
    m_since = monotonicTime();
    m_recording->begin();
}

void Session::refuse(const Error& error) {
    if (m_recording) return m_recording->report(failureOf(error));
    fail(error);
}

void Session::fail(Error error) {
    if (m_state == State::Flushing || m_state == State::Ended) return;
    if (const auto refused = ForbiddenCalls::take(); !refused.empty() && error.hint.empty())
        error.hint =
            fmt::format("the recorder's filter refused system calls ({}); please report this as a bug",
                        fmt::join(refused, ", "));
    m_error = error;
    if (m_recording) {
        auto failure = failureOf(error);
        failure.set_is_fatal(true);
        m_recording->report(std::move(failure));
        return m_recording->stop();
    }
    m_output.send(asBytes(refusalOf(error)));
    flush();
}

void Session::stop() {
    switch (m_state) {
    case State::Waiting:
    case State::Asking:
        return end();
    case State::Recording:
        m_recording->stop();
        return shortenTicks();
    case State::Flushing:
    case State::Ended:
        return;
    }
}

/// Adds faster ticks, so that the end does not wait for the next one. If that fails, the end waits.
void Session::shortenTicks() {
    if (std::exchange(m_hasShortTicks, true)) return;
    static_cast<void>(m_loop.addTimer(std::chrono::milliseconds(10), [this] { tick(); }));
}

void Session::abandon() {
    end();
}

void Session::flush() {
    if (m_state == State::Ended) return;
    m_state = State::Flushing;
    m_since = monotonicTime();
    if (m_output.isEmpty()) end();
}

void Session::end() {
    m_state = State::Ended;
    m_loop.stop();
}

/// Reports nothing unless a forbidden call was made.
void Session::reportForbiddenCalls() {
    for (const auto& name : ForbiddenCalls::take()) {
        recording::Failure failure;
        failure.set_code(recording::Failure::INTERNAL);
        failure.set_message(
            ModelText::tr("the recorder was refused a system call that its filter does not allow: {}", name));
        failure.set_hint(ModelText::tr(
            "the recording goes on; please report this as a bug, with the C library's version"));
        m_recording->report(std::move(failure));
    }
}

void Session::tick() {
    if (m_authority) m_authority->tick();
    nextRequest();
    const auto passed = monotonicTime() - m_since;
    switch (m_state) {
    case State::Waiting:
        if (passed > requestTimeout)
            fail({"the client did not request a recording in time", {}, ErrorCode::Usage});
        return;
    case State::Recording:
        reportForbiddenCalls();
        return m_recording->tick();
    case State::Flushing:
        if (m_output.isEmpty() || passed > flushTimeout) end();
        return;
    case State::Asking:
    case State::Ended:
        return;
    }
}

} // namespace candela
