#include "recorder/probes/all_probes.h"

#include <array>

namespace candela {

namespace {

constexpr std::array probes{
    ProbeEntry{"cpu", "what runs on each processor", ProbeUse::WhenAsked, ProbeTargets::EachProcessor,
               createCpuProbe},
    ProbeEntry{"processes", "keeps up with the processes in scope", ProbeUse::ForProcessScopes,
               ProbeTargets::Kernel, createProcessesProbe},
};

} // namespace

std::span<const ProbeEntry> allProbes() {
    return probes;
}

} // namespace candela
