/// The built candela-recorder, started by a test with one end of a socket pair as its standard input and
/// output, and its output as a Profile.
#pragma once

#include "model/recording/probe_request.h"
#include "model/recording/recording_reader.h"
#include "model/recording/request_stream.h"
#include "tests/program_arguments.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QProcess>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <map>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace candela {

inline constexpr const char* recorderProgram = PROGRAMS "/candela-recorder";

class RecorderProgram {
public:
    /// `wrapper` is put before the program: {"setpriv", …}.
    explicit RecorderProgram(const QStringList& arguments = {"--stdio"}, const QStringList& wrapper = {}) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) qFatal("no socket pair");
        m_socket = ends[0];
        start(wrapper + QStringList{recorderProgram} + arguments, ends[1]);
        ::close(ends[1]);
    }
    /// For a socket that is connected already: the recorder's end of it, and the client's.
    RecorderProgram(const QStringList& arguments, int recordersEnd, int ourEnd) : m_socket(ourEnd) {
        start(QStringList{recorderProgram} + arguments, recordersEnd);
        ::close(recordersEnd);
    }
    RecorderProgram(const RecorderProgram&) = delete;
    RecorderProgram& operator=(const RecorderProgram&) = delete;
    ~RecorderProgram() {
        close();
        if (m_pid > 0 && !hasExited(0)) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
    }

    pid_t pid() const { return m_pid; }

    void send(const recording::Request& request) { sendBytes(*writeRequest(request)); }
    void sendBytes(const std::string& bytes) {
        // Errors are ignored, because the recorder's behaviour shows whether it received the bytes.
        [[maybe_unused]] const auto sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    void startMachine(std::uint32_t frequency = 0) {
        recording::Request request;
        request.mutable_start()->set_frequency(frequency);
        send(request);
    }
    void startProcesses(const std::vector<pid_t>& pids, std::uint32_t frequency = 0) {
        recording::Request request;
        request.mutable_start()->set_scope(recording::Start::PROCESSES);
        for (const auto pid : pids)
            request.mutable_start()->add_pids(pid);
        request.mutable_start()->set_frequency(frequency);
        send(request);
    }
    void start(const std::vector<ProbeRequest>& probes, const std::vector<pid_t>& pids = {}) {
        recording::Request request;
        auto& start = *request.mutable_start();
        if (!pids.empty()) start.set_scope(recording::Start::PROCESSES);
        for (const auto pid : pids)
            start.add_pids(pid);
        for (const auto& probe : probes) {
            start.add_probes(probe.probe);
            for (const auto& option : probe.options) {
                auto& sent = *start.add_options();
                sent.set_probe(probe.probe);
                sent.set_name(option.name);
                sent.set_number(option.number);
            }
        }
        send(request);
    }
    void stop() {
        recording::Request request;
        request.mutable_stop();
        send(request);
    }

    /// Reads until there is a whole segment, or more than `count`.
    bool waitForSegments(std::uint64_t count) {
        while (m_reader.progress().segments < count) {
            if (!receive(20'000)) return false;
        }
        return true;
    }
    /// Reads until the condition is true, which is looked at every few milliseconds; at most for two minutes.
    template<typename IsSo>
    void readUntil(IsSo&& isSo) {
        constexpr int between = 10; // milliseconds
        constexpr int limit = 120'000;
        QElapsedTimer timer;
        timer.start();
        while (!isSo()) {
            if (timer.hasExpired(limit)) qFatal("the recorded program does not end");
            receive(between);
            if (m_isAtEnd) ::usleep(1000 * between); // there is nothing to wait for in receive()
        }
    }
    /// Reads for that many milliseconds.
    void readFor(int milliseconds) {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < milliseconds) {
            if (!receive(static_cast<int>(milliseconds - timer.elapsed())) && m_isAtEnd) return;
        }
    }
    /// Reads to the end of the stream.
    Profile finish() {
        while (receive(20'000)) {
        }
        return m_reader.finish();
    }
    const RecordingReader& reader() const { return m_reader; }
    /// The first received bytes, up to a limit.
    const std::string& beginning() const { return m_beginning; }

    /// Closes the test's end without reading the rest.
    void close() {
        if (m_socket >= 0) ::close(m_socket);
        m_socket = -1;
    }
    void closeForWriting() { ::shutdown(m_socket, SHUT_WR); }

    /// Waits for its end, up to that time.
    bool hasExited(int milliseconds) {
        QElapsedTimer timer;
        timer.start();
        do {
            int status = 0;
            if (::waitpid(m_pid, &status, WNOHANG) == m_pid) {
                m_exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
                m_pid = -1;
            }
            if (m_pid < 0) return true;
            ::usleep(2000);
        } while (timer.elapsed() < milliseconds);
        return false;
    }
    /// The exit status, after hasExited(); -1 if a signal ended it.
    int exitStatus() const { return m_exitStatus; }

private:
    void start(const QStringList& words, int socket) {
        const ProgramArguments arguments(words);
        m_pid = ::fork();
        if (m_pid != 0) return;
        ::dup2(socket, STDIN_FILENO);
        ::dup2(socket, STDOUT_FILENO);
        ::execvp(arguments.program(), arguments.data());
        ::_exit(127);
    }
    bool receive(int milliseconds) {
        pollfd waiting{m_socket, POLLIN, 0};
        if (m_socket < 0 || ::poll(&waiting, 1, milliseconds) <= 0) return false;
        std::vector<std::byte> bytes(1 << 16);
        const auto size = ::recv(m_socket, bytes.data(), bytes.size(), 0);
        m_isAtEnd = size <= 0;
        if (m_isAtEnd) return false;
        m_reader.feed(std::span(bytes).first(static_cast<std::size_t>(size)));
        constexpr std::size_t kept = 1 << 20;
        m_beginning.append(reinterpret_cast<const char*>(bytes.data()),
                           std::min(kept - m_beginning.size(), static_cast<std::size_t>(size)));
        return true;
    }

    int m_socket = -1;
    pid_t m_pid = -1;
    int m_exitStatus = -1;
    bool m_isAtEnd = false;
    RecordingReader m_reader;
    std::string m_beginning;
};

/// Why no test can record here; empty if this process may record.
inline QByteArray whyNoRecording() {
    if (::geteuid() != 0) return "recording needs root";
    RecorderProgram probe;
    probe.startMachine();
    probe.waitForSegments(1);
    probe.stop();
    probe.finish();
    if (probe.hasExited(20'000) && probe.exitStatus() == 0 && probe.reader().progress().hasEnded) return {};
    QByteArray why = "this machine can't record:";
    for (const auto& failure : probe.reader().failures())
        why += ' ' + QByteArray::fromStdString(failure.error.message);
    return why;
}

/// The name of a stack's innermost function; empty if it has none.
inline std::string selfName(const Profile& profile, StackIndex stack) {
    if (!stack) return {};
    const auto function = profile.frames.function[profile.stacks.frame[stack.row()].row()];
    return function ? std::string(profile.text(profile.functions[function.row()].name)) : std::string();
}

/// Self weights by the function's name, for the processes whose row `isMeant` accepts.
template<typename IsMeant>
std::map<std::string, std::int64_t> selfWeights(const Profile& profile, IsMeant&& isMeant) {
    std::map<std::string, std::int64_t> weights;
    for (const auto& table : profile.samples) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto thread = table.threadAt(row);
            if (!thread || !isMeant(profile.processes[profile.threads[thread.row()].process.row()])) continue;
            std::string name = "[no stack]";
            if (table.stack[row]) {
                const auto frame = profile.stacks.frame[table.stack[row].row()].row();
                const auto function = profile.frames.function[frame];
                name = function ? std::string(profile.text(profile.functions[function.row()].name))
                                : "[unnamed]";
            }
            weights[name] += table.weight[row];
        }
    }
    return weights;
}

inline std::int64_t sumOf(const std::map<std::string, std::int64_t>& weights) {
    std::int64_t sum = 0;
    for (const auto& [name, weight] : weights)
        sum += weight;
    return sum;
}

/// Whether the weight of samples is the CPU time that a program measured, in nanoseconds. Which function a
/// sample is in is chance: a correct weight is more than 4.5 standard errors off once in 150,000 recordings.
/// `tolerance` is the part that may differ besides. Samples also stand for time that the host took from their
/// processor, which is in no program's CPU time.
inline bool isSampled(double weight, double cpuTime, std::uint32_t frequency, double tolerance,
                      const Profile& profile) {
    const auto error = 4.5 * std::sqrt(cpuTime * 1e9 / frequency) + tolerance * cpuTime;
    const auto stolen = static_cast<double>(profile.origin.stolenTime);
    const bool isSo = weight >= cpuTime - error && weight <= cpuTime + error + stolen;
    if (!isSo) qWarning("%.1f ms, not %.1f; %.1f stolen", weight / 1e6, cpuTime / 1e6, stolen / 1e6);
    return isSo;
}

/// The warnings, one in a line, but those that other programs, the machine's load and its host decide about.
inline std::string unexpectedWarnings(const Profile& profile) {
    static constexpr std::array ofTheMachine{"the machine was too busy", "of code had names, because",
                                             "provider does not answer", "online; what it ran",
                                             "samples a second just now"};
    std::string lines;
    for (const auto& warning : profile.warnings) {
        if (std::ranges::none_of(ofTheMachine, [&](const char* part) { return warning.contains(part); }))
            lines += warning + '\n';
    }
    return lines;
}

/// The weight of all processes with that name.
inline std::int64_t weightOf(const Profile& profile, std::string_view processName) {
    return sumOf(selfWeights(
        profile, [&](const Process& process) { return profile.text(process.name) == processName; }));
}

} // namespace candela
