#include "recorder/kernel/cpu_time_source.h"
#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/program.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"

#include "bpf/cpu_time.skel.h"

#include <bpf/bpf.h>

#include <cerrno>

namespace candela {

namespace {

class CpuTimeProbe : public Probe {
public:
    Result<void> load(const ProbeOptions& options) override {
        m_skeleton.reset(options.types->open<cpu_time_bpf>());
        if (!m_skeleton) return std::unexpected(loadError(errno));
        options.scope->set(*m_skeleton->rodata);
        TRY(options.scope->share(m_skeleton->obj));
        TRY(options.cpuTimes->share(m_skeleton->obj));
        if (const int error = cpu_time_bpf__load(m_skeleton.get()); error != 0)
            return std::unexpected(loadError(-error));
        // This kind of link attaches to nothing; iterators are created from it.
        FileDescriptor walk(
            bpf_link_create(bpf_program__fd(m_skeleton->progs.count_living), 0, BPF_TRACE_ITER, nullptr));
        if (!walk.isOpen()) return std::unexpected(loadError(errno));
        options.cpuTimes->setIterator(std::move(walk));
        return {};
    }

    Result<Attachment> attach(const Target&) override {
        std::vector<FileDescriptor> links;
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.count_when_renamed)));
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.count_when_exiting)));
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.count_when_freed)));
        return Attachment(std::move(links));
    }

    ProbeCost cost() const override {
        const auto& programs = m_skeleton->progs;
        return programCost({programs.count_living, programs.count_when_renamed, programs.count_when_exiting,
                            programs.count_when_freed});
    }

private:
    std::unique_ptr<cpu_time_bpf, DestroySkeleton<cpu_time_bpf, cpu_time_bpf__destroy>> m_skeleton;
};

} // namespace

ProbeDescription describeCpuTimeProbe(TickSource) {
    return {"cpu_time", {}, "reads the kernel's own account of CPU time", {}, {}, {}, {}};
}

std::unique_ptr<Probe> createCpuTimeProbe() {
    return std::make_unique<CpuTimeProbe>();
}

} // namespace candela
