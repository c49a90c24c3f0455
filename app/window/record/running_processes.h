/// The processes of this machine, as /proc lists them: to pick from, nothing else.
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace candela {

struct RunningProcess {
    int pid = 0;
    std::uint64_t startTime = 0; ///< clock ticks since boot; with pid the identity
    std::uint64_t cpuTime = 0;   ///< clock ticks, user and kernel
    QString name;
    QString commandLine; ///< empty for kernel threads
    QString user;
};

/// Kernel threads and this process are left out; by pid.
std::vector<RunningProcess> runningProcesses();

/// Parses /proc/PID/stat; false for other text. The name may hold spaces and parentheses.
bool readStat(const QByteArray& text, RunningProcess& process);

} // namespace candela
