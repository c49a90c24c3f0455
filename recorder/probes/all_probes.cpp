#include "recorder/probes/all_probes.h"

#include <array>

namespace candela {

namespace {

constexpr std::array probes{
    ProbeEntry{"cpu", "what runs on each processor", ProbeUse::WhenAsked, ProbeTargets::EachProcessor,
               createCpuProbe},
    ProbeEntry{"processes", "keeps up with the processes in scope", ProbeUse::ForProcessScopes,
               ProbeTargets::Kernel, createProcessesProbe},
    ProbeEntry{"cpu_time", "reads the kernel's own account of CPU time", ProbeUse::WherePossible,
               ProbeTargets::Kernel, createCpuTimeProbe},
};

} // namespace

std::span<const ProbeEntry> allProbes() {
    return probes;
}

} // namespace candela
