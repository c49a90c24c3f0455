#include "bpf/offcpu.h"

#include "model/base/text/model_text.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/interrupt_entries.h"
#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/program.h"
#include "recorder/kernel/sample_rings.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"
#include "recorder/unwind/unwind_table_store.h"

#include "bpf/offcpu.skel.h"

#include <bpf/bpf.h>

#include <array>
#include <cerrno>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::uint64_t windowsPerSecond = 10;
constexpr std::string_view stacks = ModelText::trLater("stacks");
constexpr std::string_view minimum = ModelText::trLater("minimum");
constexpr std::string_view wakers = ModelText::trLater("wakers");

constexpr std::array waitValues{
    ProbeValue{"off-cpu", "nanoseconds", recording::DURATION, true},
    ProbeValue{"waited-for", "nanoseconds", recording::FLOW, false, wakers},
};
static_assert(offcpu_waited == 0 && offcpu_waited_for == 1);

constexpr std::array waitOptions{
    ProbeOption{
        stacks,
        ModelText::trLater(
            "takes at most so many stacks a second on each CPU; other waits count with those like them"),
        ModelText::trLater("stacks"), 1000, windowsPerSecond, 1'000'000},
    ProbeOption{
        minimum,
        ModelText::trLater("takes no samples of waits shorter than this; their time is kept without stacks"),
        ModelText::trLater("microseconds"), 0, 0, 10'000'000},
    ProbeOption{
        wakers,
        ModelText::trLater("takes the stacks of the threads that wake others, too: what was waited for"),
        ModelText::trLater("yes or no"), 0, 0, 1},
};

#define OFFCPU_STATE_TEXT(name, text) std::string_view(text),
constexpr std::array stateTexts{OFFCPU_STATES(OFFCPU_STATE_TEXT)};
#undef OFFCPU_STATE_TEXT

constexpr std::array waitLabels{
    ProbeLabel{"state", stateTexts}, ProbeLabel{"waker", {}},        ProbeLabel{"waker.thread", {}},
    ProbeLabel{"woken", {}},         ProbeLabel{"woken.thread", {}},
};
static_assert(offcpu_label_state == 0 && offcpu_label_waker == 1 && offcpu_label_waker_thread == 2 &&
              offcpu_label_woken == 3 && offcpu_label_woken_thread == 4 && waitLabels.size() == 5);

class OffcpuProbe : public Probe {
public:
    Result<void> load(const ProbeOptions& setup) override {
        const auto description = describeOffcpuProbe(setup.source);
        m_skeleton.reset(setup.types->open<offcpu_bpf>());
        if (!m_skeleton) return std::unexpected(loadError(errno));
        m_skeleton->rodata->first_value = setup.firstValue;
        m_skeleton->rodata->wakeup_bytes = setup.rings->wakeupBytes();
        m_skeleton->rodata->stacks_per_window =
            static_cast<std::uint32_t>(numberOf(description, setup.request, stacks) / windowsPerSecond);
        m_skeleton->rodata->minimum_wait = numberOf(description, setup.request, minimum) * 1000;
        m_skeleton->rodata->records_wakers = numberOf(description, setup.request, wakers) != 0;
        if (const auto entries = interruptEntries()) {
            m_skeleton->rodata->interrupt_entries_begin = entries->begin;
            m_skeleton->rodata->interrupt_entries_end = entries->end;
        }
        setup.scope->set(*m_skeleton->rodata);
        if (const int error = bpf_map__set_max_entries(m_skeleton->maps.scratch, possibleProcessors());
            error != 0)
            return std::unexpected(loadError(-error));
        TRY(setup.rings->share(m_skeleton->obj));
        TRY(setup.scope->share(m_skeleton->obj));
        TRY(setup.unwind->share(m_skeleton->obj));
        if (const int error = offcpu_bpf__load(m_skeleton.get()); error != 0)
            return std::unexpected(loadError(-error));
        m_beginWalk = TRY(walkOf(m_skeleton->progs.begin_waiting));
        m_endWalk = TRY(walkOf(m_skeleton->progs.end_waiting));
        return {};
    }

    Result<Attachment> attach(const Target&) override {
        std::vector<FileDescriptor> links;
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.wake_thread)));
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.switch_threads)));
        return Attachment(std::move(links));
    }

    void begin() override { goOverThreads(m_beginWalk); }
    void end() override { goOverThreads(m_endWalk); }

    ProbeCost cost() const override {
        return programCost({m_skeleton->progs.switch_threads, m_skeleton->progs.wake_thread});
    }

private:
    /// The link of an iterator. This kind of link attaches to nothing; iterators are created from it.
    static Result<FileDescriptor> walkOf(const bpf_program* program) {
        FileDescriptor link(bpf_link_create(bpf_program__fd(program), 0, BPF_TRACE_ITER, nullptr));
        if (!link.isOpen()) return std::unexpected(loadError(errno));
        return link;
    }

    /// Runs the program for each thread: reading from the iterator does that. The program writes nothing.
    static void goOverThreads(const FileDescriptor& link) {
        const FileDescriptor walk(bpf_iter_create(link.get()));
        char nothing = 0;
        while (walk.isOpen() && ::read(walk.get(), &nothing, sizeof nothing) < 0 &&
               (errno == EINTR || errno == EAGAIN)) {
        }
    }

    std::unique_ptr<offcpu_bpf, DestroySkeleton<offcpu_bpf, offcpu_bpf__destroy>> m_skeleton;
    FileDescriptor m_beginWalk;
    FileDescriptor m_endWalk;
};

} // namespace

ProbeDescription describeOffcpuProbe(TickSource) {
    return {"offcpu",
            ModelText::trLater("Waiting"),
            ModelText::trLater(
                "where threads wait instead of running: for how long, for what, and who woke them"),
            ModelText::trLater("less than 0.5 us a switch and about 5 us a stack"),
            waitValues,
            waitOptions,
            waitLabels};
}

std::unique_ptr<Probe> createOffcpuProbe() {
    return std::make_unique<OffcpuProbe>();
}

} // namespace candela
