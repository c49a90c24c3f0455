/// Processes in /proc, and the kernel's objects for them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

namespace candela {

/// All descendants of a process, without itself.
std::vector<pid_t> descendantsOf(pid_t pid);
/// The path of the program that a process runs; empty if the process has ended.
std::string programOf(pid_t pid);
/// The state of a process: 'R', 'D', 'Z'…; 0 if there is no such process.
char stateOf(pid_t pid);
/// The descendants of this process that run candela or candela-recorder. Zombies are reaped, not counted.
std::vector<pid_t> candelaProcesses();

/// The kernel objects of a process that samples.
struct KernelObjects {
    std::set<std::uint32_t> programs, tables, links; ///< numbers of BPF objects
    std::size_t events = 0;                          ///< perf events

    void add(const KernelObjects& others);
};
KernelObjects kernelObjectsOf(pid_t pid);
/// How many of these objects still exist.
std::size_t remaining(const KernelObjects& objects);

} // namespace candela
