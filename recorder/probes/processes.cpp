#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/program.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"

#include "bpf/processes.skel.h"

#include <cerrno>

namespace candela {

namespace {

class ProcessesProbe : public Probe {
public:
    Result<void> load(const ProbeOptions& options) override {
        m_skeleton.reset(options.types->open<processes_bpf>());
        if (!m_skeleton) return std::unexpected(loadError(errno));
        options.scope->set(*m_skeleton->rodata);
        TRY(options.scope->share(m_skeleton->obj));
        if (const int error = processes_bpf__load(m_skeleton.get()); error != 0)
            return std::unexpected(loadError(-error));
        return {};
    }

    Result<Attachment> attach(const Target&) override {
        std::vector<FileDescriptor> links;
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.join_with_parent)));
        links.push_back(TRY(linkToTracepoint(m_skeleton->progs.leave_when_freed)));
        return Attachment(std::move(links));
    }

    ProbeCost cost() const override {
        const auto joining = programCost(m_skeleton->progs.join_with_parent);
        const auto leaving = programCost(m_skeleton->progs.leave_when_freed);
        return {joining.runTime + leaving.runTime, joining.runCount + leaving.runCount};
    }

private:
    std::unique_ptr<processes_bpf, DestroySkeleton<processes_bpf, processes_bpf__destroy>> m_skeleton;
};

} // namespace

ProbeDescription describeProcessesProbe(TickSource) {
    return {"processes", {}, "keeps up with the processes in scope", {}, {}, {}, {}};
}

std::unique_ptr<Probe> createProcessesProbe() {
    return std::make_unique<ProcessesProbe>();
}

} // namespace candela
