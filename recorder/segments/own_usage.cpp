#include "recorder/segments/own_usage.h"

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <bpf/bpf.h>
#include <charconv>
#include <ctime>
#include <unistd.h>

namespace candela {

namespace {

std::uint64_t peakMemory(pid_t pid) {
    const auto text = readSystemFile(fmt::format("/proc/{}/status", pid));
    const auto position = text.find("\nVmHWM:");
    if (position == std::string::npos) return 0;
    const auto digits = text.find_first_of("0123456789", position);
    std::uint64_t kibibytes = 0;
    if (digits != std::string::npos)
        std::from_chars(text.data() + digits, text.data() + text.size(), kibibytes);
    return kibibytes << 10;
}

} // namespace

void OwnUsage::begin() {
    m_timeBefore = static_cast<std::uint64_t>(clockTime(CLOCK_PROCESS_CPUTIME_ID));
}

FileDescriptor OwnUsage::measurePrograms() {
    return FileDescriptor(bpf_enable_stats(BPF_STATS_RUN_TIME));
}

void OwnUsage::setChild(Role role, pid_t pid) {
    auto& child = m_children[static_cast<std::size_t>(role)];
    if (child.pid == pid) return;
    child.earlierTime += child.time;
    child.earlierMemory = std::max(child.earlierMemory, child.memory);
    child.pid = pid;
    child.time = 0;
    child.memory = 0;
}

void OwnUsage::Child::read() {
    clockid_t clock{};
    if (pid == 0 || ::clock_getcpuclockid(pid, &clock) != 0) return;
    time = std::max(time, static_cast<std::uint64_t>(clockTime(clock)));
    memory = std::max(memory, peakMemory(pid));
}

void OwnUsage::count(const sample_event& event) {
    const auto row = (std::uint32_t{event.kernel_frames} + event.user_frames) / framesOfRow;
    auto& cost = m_costOfDepth[std::min<std::size_t>(row, m_costOfDepth.size() - 1)];
    ++cost.samples;
    cost.time += event.cost;
}

void OwnUsage::write(const std::vector<NamedProbeCost>& probes, recording::RecorderUsage& usage) {
    auto time = static_cast<std::uint64_t>(clockTime(CLOCK_PROCESS_CPUTIME_ID)) - m_timeBefore;
    auto memory = peakMemory(::getpid());
    for (auto& child : m_children) {
        child.read();
        time += child.earlierTime + child.time;
        memory += std::max(child.earlierMemory, child.memory);
    }
    usage.set_cpu_time(time);
    m_time = time;
    usage.set_peak_memory(memory);
    ProbeCost sum;
    usage.clear_probes();
    for (const auto& [name, cost] : probes) {
        sum.runTime += cost.runTime;
        sum.runCount += cost.runCount;
        auto& row = *usage.add_probes();
        row.set_name(std::string(name));
        row.set_run_time(cost.runTime);
        row.set_run_count(cost.runCount);
    }
    usage.set_bpf_run_time(sum.runTime);
    usage.set_bpf_run_count(sum.runCount);
    usage.clear_cost_of_depth();
    for (std::uint32_t row = 0; row < m_costOfDepth.size(); ++row) {
        if (m_costOfDepth[row].samples == 0) continue;
        auto& cost = *usage.add_cost_of_depth();
        cost.set_first(row * framesOfRow);
        cost.set_samples(m_costOfDepth[row].samples);
        cost.set_time(m_costOfDepth[row].time);
    }
}

} // namespace candela
