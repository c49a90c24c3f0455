/// The processes of this machine as /proc lists them, for the user to pick from.
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace candela {

struct RunningProcess {
    int pid = 0;
    std::uint64_t startTime = 0; ///< clock ticks since boot; identifies the process together with pid
    std::uint64_t cpuTime = 0;   ///< clock ticks, user and kernel
    QString name;
    QString commandLine; ///< empty for kernel threads
    QString user;
};

/// The processes sorted by pid, without kernel threads and this process.
std::vector<RunningProcess> runningProcesses();

/// Parses /proc/PID/stat; false for other text. The name may hold spaces and parentheses.
bool readStat(const QByteArray& text, RunningProcess& process);

} // namespace candela
