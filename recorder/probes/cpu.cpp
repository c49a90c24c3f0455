#include "model/base/text/model_text.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/cpu_time_source.h"
#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/program.h"
#include "recorder/kernel/sample_rings.h"
#include "recorder/kernel/sampling_periods.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"
#include "recorder/unwind/unwind_table_store.h"

#include "bpf/cpu.skel.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace candela {

namespace {

/// The maximum time that one tick may represent: a few periods, but at least the time for which interrupts
/// may be disabled.
std::uint64_t longestTickTime(std::uint32_t frequency) {
    constexpr std::uint64_t second = 1'000'000'000;
    return std::max(second / 10, 4 * second / std::max(1u, frequency));
}

class CpuProbe : public Probe {
public:
    Result<void> load(const ProbeOptions& options) override {
        m_skeleton.reset(options.types->open<cpu_bpf>());
        if (!m_skeleton) return std::unexpected(loadError(errno));
        m_skeleton->rodata->wakeup_bytes = options.rings->wakeupBytes();
        m_skeleton->rodata->first_value = options.firstValue;
        options.scope->set(*m_skeleton->rodata);
        m_skeleton->rodata->weighs_by_time = options.source == TickSource::CpuClock;
        m_skeleton->rodata->too_long = longestTickTime(options.frequency);
        if (const int error = bpf_map__set_max_entries(m_skeleton->maps.scratch, possibleProcessors());
            error != 0)
            return std::unexpected(loadError(-error));
        TRY(options.periods->share(m_skeleton->obj));
        TRY(options.rings->share(m_skeleton->obj));
        TRY(options.scope->share(m_skeleton->obj));
        TRY(options.unwind->share(m_skeleton->obj));
        TRY(options.cpuTimes->share(m_skeleton->obj));
        if (const int error = cpu_bpf__load(m_skeleton.get()); error != 0)
            return std::unexpected(loadError(-error));
        return {};
    }

    Result<Attachment> attach(const Target& target) override {
        std::vector<FileDescriptor> links;
        for (const int timer : target.processor->timers())
            links.push_back(TRY(linkToEvent(m_skeleton->progs.sample_cpu, timer, links.size())));
        return Attachment(std::move(links));
    }

    ProbeCost cost() const override { return programCost(m_skeleton->progs.sample_cpu); }

private:
    std::unique_ptr<cpu_bpf, DestroySkeleton<cpu_bpf, cpu_bpf__destroy>> m_skeleton;
};

constexpr std::array clockValues{ProbeValue{"cpu", "nanoseconds", recording::FLOW, true}};
constexpr std::array cycleValues{ProbeValue{"cycles", "cycles", recording::FLOW, true}};

} // namespace

ProbeDescription describeCpuProbe(TickSource source) {
    ProbeDescription probe{"cpu",
                           ModelText::trLater("CPU time"),
                           ModelText::trLater("where CPU time goes: every CPU is sampled at a frequency"),
                           ModelText::trLater("at 99 Hz less than 0.1 % of each CPU"),
                           clockValues,
                           {},
                           {}};
    if (source == TickSource::HardwareCycles) probe.values = cycleValues;
    return probe;
}

std::unique_ptr<Probe> createCpuProbe() {
    return std::make_unique<CpuProbe>();
}

} // namespace candela
