#include "tests/chaos/round.h"

#include "tests/chaos/process_tree.h"
#include "tests/chaos/verdict.h"
#include "tests/program_arguments.h"
#include "tests/recorder/held_program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <limits>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr auto witnessProgram = PROGRAMS "/workloads/two_builds_base";
constexpr int startTime = 20'000;   // milliseconds until the recorder samples, or reports why not
constexpr int endTime = 60'000;     // from the request to stop until the client has exited
constexpr int leavingTime = 15'000; // milliseconds until everything is gone

/// Waits until `isSo`, up to a maximum time.
template<typename IsSo>
bool waitUntil(int milliseconds, IsSo&& isSo) {
    QElapsedTimer timer;
    timer.start();
    while (!isSo()) {
        if (timer.elapsed() > milliseconds) return false;
        ::usleep(5000);
    }
    return true;
}

/// `candela record`, with its output in a file.
class Client {
public:
    Client(const Scene& scene, const QString& capture) : m_messages(scene.folder + "/messages") {
        const auto words =
            scene.wrapper + QStringList{PROGRAMS "/candela", "record", "-a", "-F", "997", "-o", capture};
        const ProgramArguments arguments(words);
        const auto path = m_messages.toLocal8Bit();
        m_pid = ::fork();
        if (m_pid != 0) return;
        const int file = ::open(path.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int nothing = ::open("/dev/null", O_RDWR);
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(nothing, STDOUT_FILENO);
        ::dup2(file, STDERR_FILENO);
        ::execvp(arguments.program(), arguments.data());
        ::_exit(127);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() {
        if (hasEnded()) return;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    pid_t pid() const { return m_pid; }
    bool hasEnded() {
        int status = 0;
        if (!m_hasEnded && ::waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_hasEnded = true;
            m_exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        return m_hasEnded;
    }
    int exitStatus() const { return m_exitStatus; }
    QString messages() const {
        QFile file(m_messages);
        return file.open(QIODevice::ReadOnly) ? QString::fromLocal8Bit(file.readAll()) : QString();
    }

private:
    QString m_messages;
    pid_t m_pid = -1;
    bool m_hasEnded = false;
    int m_exitStatus = -1;
};

/// A disturbance with the moments of its begin and end, in milliseconds.
struct Planned {
    std::unique_ptr<Disturbance> disturbance;
    int begin = 0;
    int end = 0;
    enum class State { Coming, There, Over } state = State::Coming;
};

class Round {
public:
    Round(const std::vector<const DisturbanceKind*>& kinds, std::uint64_t seed, double seconds,
          const QString& folder)
        : m_random(seed), m_milliseconds(static_cast<int>(seconds * 1000)) {
        m_scene.folder = folder;
        m_scene.captureFolder = folder;
        m_scene.random = &m_random;
        for (const auto* kind : kinds)
            plan(*kind);
    }
    RoundResult run();

private:
    void plan(const DisturbanceKind& kind);
    void disturb(qint64 now);
    template<typename IsMeant>
    void endDisturbances(IsMeant&& isMeant);
    void note();
    void record(Client& client, HeldProgram& witness);
    void checkLeftovers();

    std::mt19937_64 m_random;
    int m_milliseconds;
    Scene m_scene;
    std::vector<Planned> m_planned;
    Harm m_harm = Harm::None;
    KernelObjects m_objects;
    std::optional<double> m_witnessSeconds;
    RoundResult m_result;
};

void Round::plan(const DisturbanceKind& kind) {
    Planned planned{kind.make(), m_scene.number(0, m_milliseconds / 2), 0, Planned::State::Coming};
    planned.end = planned.begin + m_scene.number(m_milliseconds / 8, m_milliseconds / 2);
    if (planned.disturbance->mayOutlastRecording() && m_scene.number(0, 1) == 0)
        planned.end = std::numeric_limits<int>::max();
    if (const auto why = planned.disturbance->prepare(m_scene); !why.isEmpty()) {
        m_result.unusable.push_back(fmt::format("{}: {}", kind.name, why.toStdString()));
        return;
    }
    m_harm = std::max(m_harm, kind.harm);
    m_planned.push_back(std::move(planned));
}

void Round::disturb(qint64 now) {
    for (auto& planned : m_planned) {
        if (planned.state == Planned::State::Coming && now >= planned.begin) {
            planned.disturbance->begin(m_scene);
            planned.state = Planned::State::There;
        } else if (planned.state == Planned::State::There && now >= planned.end) {
            planned.disturbance->end(m_scene);
            planned.state = Planned::State::Over;
        }
    }
}

template<typename IsMeant>
void Round::endDisturbances(IsMeant&& isMeant) {
    for (auto& planned : m_planned) {
        if (!isMeant(planned)) continue;
        if (planned.state == Planned::State::There) planned.disturbance->end(m_scene);
        planned.state = Planned::State::Over;
    }
}

/// Records which objects of the recorder are in the kernel now.
void Round::note() {
    for (const auto pid : candelaProcesses())
        m_objects.add(kernelObjectsOf(pid));
}

void Round::record(Client& client, HeldProgram& witness) {
    waitUntil(startTime, [&] {
        note();
        return m_objects.events > 0 || client.hasEnded();
    });
    if (client.hasEnded()) return;
    witness.go();
    // in some rounds, stops before the witness has ended
    const bool isToTheEnd = m_scene.number(0, 3) != 0;
    const int end = isToTheEnd ? endTime : m_scene.number(0, m_milliseconds);
    QElapsedTimer timer;
    timer.start();
    siginfo_t witnessEnd{};
    while (timer.elapsed() < end && !client.hasEnded()) {
        disturb(timer.elapsed());
        note();
        ::usleep(10'000);
        ::waitid(P_PID, static_cast<id_t>(witness.pid()), &witnessEnd, WEXITED | WNOHANG | WNOWAIT);
        if (witnessEnd.si_pid == witness.pid()) break;
    }
    endDisturbances([](const Planned& planned) { return planned.end < std::numeric_limits<int>::max(); });
    if (witnessEnd.si_pid == witness.pid() && !client.hasEnded()) {
        double used = 0;
        for (const auto& function : witness.result()["functions"].toArray())
            used += function.toObject()["self_ns"].toDouble() / 1e9;
        m_witnessSeconds = used;
    }
}

void Round::checkLeftovers() {
    std::vector<pid_t> left;
    waitUntil(leavingTime, [&] {
        left = m_scene.processes();
        return left.empty();
    });
    for (const auto pid : left) {
        m_result.faults.push_back(fmt::format("process {} is left, state {}", pid, stateOf(pid)));
        ::kill(pid, SIGKILL);
    }
    std::size_t objects = 0;
    const bool isClean = waitUntil(leavingTime, [&] { return (objects = remaining(m_objects)) == 0; });
    if (!isClean)
        m_result.faults.push_back(fmt::format("{} BPF programs, tables and links are left", objects));
}

RoundResult Round::run() {
    const auto capture = m_scene.captureFolder + "/capture.candela";
    {
        HeldProgram witness({witnessProgram, QString::number(m_milliseconds / 1000.0)});
        Client client(m_scene, capture);
        m_scene.client = client.pid();
        record(client, witness);
        QElapsedTimer timer;
        timer.start();
        if (!client.hasEnded()) {
            ::kill(client.pid(), SIGINT);
            if (waitUntil(endTime, [&] { return client.hasEnded(); }))
                m_result.stopTime = timer.elapsed();
            else
                m_result.faults.push_back(fmt::format("it does not end within {} s", endTime / 1000));
        }
        endDisturbances([](const Planned&) { return true; });
        checkLeftovers();
        Ended ended{capture,       client.exitStatus(), client.messages(),
                    witness.pid(), m_witnessSeconds,    m_harm != Harm::None};
        if (m_harm == Harm::Client) ended.witnessSeconds.reset(); // what was received is not known
        auto verdict = judge(ended);
        m_result.line = fmt::format("{}, stop {} ms", verdict.line, m_result.stopTime);
        m_result.faults.insert(m_result.faults.end(), verdict.faults.begin(), verdict.faults.end());
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) { // reaps orphans that have ended
    }
    m_planned.clear();
    if (m_scene.captureFolder != m_scene.folder)
        ::umount2(m_scene.captureFolder.toLocal8Bit().constData(), MNT_DETACH);
    return std::move(m_result);
}

} // namespace

RoundResult runRound(const std::vector<const DisturbanceKind*>& kinds, std::uint64_t seed, double seconds,
                     const QString& folder) {
    return Round(kinds, seed, seconds, folder).run();
}

} // namespace candela
