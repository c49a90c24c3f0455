#include "recorder/own_usage.h"

#include "recorder/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <bpf/bpf.h>
#include <charconv>
#include <ctime>
#include <unistd.h>

namespace candela {

namespace {

std::uint64_t clockTime(clockid_t clock) {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) return 0;
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

std::uint64_t peakMemory(pid_t pid) {
    const auto text = readSystemFile(fmt::format("/proc/{}/status", pid));
    const auto place = text.find("\nVmHWM:");
    if (place == std::string::npos) return 0;
    const auto digits = text.find_first_of("0123456789", place);
    std::uint64_t kibibytes = 0;
    if (digits != std::string::npos)
        std::from_chars(text.data() + digits, text.data() + text.size(), kibibytes);
    return kibibytes << 10;
}

} // namespace

OwnUsage::OwnUsage() : m_timeBefore(clockTime(CLOCK_PROCESS_CPUTIME_ID)) {}

FileDescriptor OwnUsage::measurePrograms() {
    return FileDescriptor(bpf_enable_stats(BPF_STATS_RUN_TIME));
}

void OwnUsage::setChild(pid_t pid) {
    if (pid == m_child) return;
    m_earlierChildrenTime += m_childTime;
    m_earlierChildrenMemory = std::max(m_earlierChildrenMemory, m_childMemory);
    m_child = pid;
    m_childTime = 0;
    m_childMemory = 0;
}

void OwnUsage::readChild() {
    clockid_t clock{};
    if (m_child == 0 || ::clock_getcpuclockid(m_child, &clock) != 0) return;
    m_childTime = std::max(m_childTime, clockTime(clock));
    m_childMemory = std::max(m_childMemory, peakMemory(m_child));
}

void OwnUsage::write(const ProbeCost& probes, recording::RecorderUsage& usage) {
    readChild();
    usage.set_cpu_time(clockTime(CLOCK_PROCESS_CPUTIME_ID) - m_timeBefore + m_earlierChildrenTime +
                       m_childTime);
    usage.set_peak_memory(peakMemory(::getpid()) + std::max(m_earlierChildrenMemory, m_childMemory));
    usage.set_bpf_run_time(probes.runTime);
    usage.set_bpf_run_count(probes.runCount);
}

} // namespace candela
