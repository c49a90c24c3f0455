/// Disturbances that chaos can cause while it records.
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <random>
#include <vector>

#include <sys/types.h>

namespace candela {

/// The disturbed recording, and folders for the files of disturbances.
struct Scene {
    QString folder;        ///< a folder of this round alone; empty at the start
    QString captureFolder; ///< where the capture is written
    QStringList wrapper;   ///< words before `candela record`
    pid_t client = -1;     ///< the running `candela record`
    std::mt19937_64* random = nullptr;

    /// A random number, evenly distributed from `least` to `most`.
    int number(int least, int most) { return std::uniform_int_distribution(least, most)(*random); }
    /// The processes of the recording: client, recorder, sandbox, in no particular order.
    std::vector<pid_t> processes() const;
    /// A random one of processes(); -1 if there is none.
    pid_t anyProcess();
};

class Disturbance {
public:
    virtual ~Disturbance() = default;
    /// Called before the recording. Returns why the disturbance is impossible on this machine; empty if it is
    /// possible.
    virtual QString prepare(Scene&) { return {}; }
    /// Called while it records.
    virtual void begin(Scene&) {}
    /// Called later, but always before the verdict: restores everything.
    virtual void end(Scene&) {}
    /// Whether a recording must be able to end properly during the disturbance.
    virtual bool mayOutlastRecording() const { return false; }
};

/// How a disturbance may harm a recording that works correctly.
enum class Harm : std::uint8_t {
    None,   ///< the recording lasts to its end, and reports every loss
    MayEnd, ///< the recording may end early, or have no file
    Client, ///< the client may be killed, so that its messages are lost, too
};

/// What a disturbance disturbs besides the recording of its round.
enum class Reach : std::uint8_t {
    Round,   ///< no more than any busy program
    Machine, ///< every program, or every recording, of the machine: nothing else should run meanwhile
};

struct DisturbanceKind {
    const char* name;
    const char* description; ///< one line for people
    Harm harm;
    Reach reach;
    std::unique_ptr<Disturbance> (*make)();
};

/// The only list of disturbances.
const std::vector<DisturbanceKind>& allDisturbances();

/// A program in a process group of its own; it and its children end with the object.
class Load {
public:
    Load() = default;
    explicit Load(const QStringList& words);
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;
    ~Load() { stop(); }
    void start(const QStringList& words);
    void stop();
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = -1;
};

} // namespace candela
