#include "bpf/faults.h"

#include "model/base/text/model_text.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/event_opener.h"
#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/program.h"
#include "recorder/kernel/sample_rings.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"
#include "recorder/unwind/unwind_table_store.h"

#include "bpf/faults.skel.h"

#include <array>
#include <cerrno>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::array faultValues{
    ProbeValue{"minor-faults", "count", recording::COUNT, true},
    ProbeValue{"major-faults", "count", recording::COUNT, false},
};
static_assert(fault_minor == 0 && fault_major == 1);

constexpr std::string_view period = ModelText::trLater("period");
constexpr std::array faultOptions{
    ProbeOption{
        period,
        ModelText::trLater("takes one sample for this number of faults of a CPU, and gives it their weight"),
        ModelText::trLater("faults"), 1, 1, 1'000'000},
};

#define FAULT_MEMORY_TEXT(name, text) std::string_view(text),
constexpr std::array memoryTexts{FAULT_MEMORIES(FAULT_MEMORY_TEXT)};
#undef FAULT_MEMORY_TEXT

constexpr std::array faultLabels{
    ProbeLabel{"memory", memoryTexts},
    ProbeLabel{"mapping", {}},
};
static_assert(fault_label_memory == 0 && fault_label_mapping == 1 && fault_label_count == faultLabels.size());

class FaultsProbe : public Probe {
public:
    Result<void> load(const ProbeOptions& setup) override {
        m_period = numberOf(describeFaultsProbe(setup.source), setup.request, period);
        m_skeleton.reset(setup.types->open<faults_bpf>());
        if (!m_skeleton) return std::unexpected(loadError(errno));
        m_skeleton->rodata->first_value = setup.firstValue;
        m_skeleton->rodata->wakeup_bytes = setup.rings->wakeupBytes();
        m_skeleton->rodata->faults_per_sample = m_period;
        m_skeleton->rodata->recorder_pid = static_cast<std::uint32_t>(::getpid());
        setup.scope->set(*m_skeleton->rodata);
        if (const int error = bpf_map__set_max_entries(m_skeleton->maps.scratch, possibleProcessors());
            error != 0)
            return std::unexpected(loadError(-error));
        TRY(setup.rings->share(m_skeleton->obj));
        TRY(setup.scope->share(m_skeleton->obj));
        TRY(setup.unwind->share(m_skeleton->obj));
        if (const int error = faults_bpf__load(m_skeleton.get()); error != 0)
            return std::unexpected(loadError(-error));
        return {};
    }

    Result<Attachment> attach(const Target& target) override {
        std::vector<FileDescriptor> links;
        const auto processor = target.processor->processor();
        for (const auto kind : {CountedEvent::MinorFaults, CountedEvent::MajorFaults}) {
            auto event = TRY(target.opener->openCounter(processor, kind, m_period));
            const auto value = kind == CountedEvent::MinorFaults ? fault_minor : fault_major;
            links.push_back(TRY(linkToEvent(m_skeleton->progs.sample_fault, event.get(), value)));
            links.push_back(std::move(event));
        }
        return Attachment(std::move(links));
    }

    ProbeCost cost() const override { return programCost(m_skeleton->progs.sample_fault); }

private:
    std::unique_ptr<faults_bpf, DestroySkeleton<faults_bpf, faults_bpf__destroy>> m_skeleton;
    std::uint64_t m_period = 1;
};

} // namespace

ProbeDescription describeFaultsProbe(TickSource) {
    return {
        "faults",
        ModelText::trLater("Page faults"),
        ModelText::trLater("where programs touch memory that is not present yet, except the recorder itself"),
        ModelText::trLater("about 5 us a sample; a program that starts has some hundred faults"),
        faultValues,
        faultOptions,
        faultLabels};
}

std::unique_ptr<Probe> createFaultsProbe() {
    return std::make_unique<FaultsProbe>();
}

} // namespace candela
