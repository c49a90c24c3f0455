/// Every probe there is: the one list that the recorder, its command line and its messages loop over.
#pragma once

#include "recorder/probes/probe.h"

#include <memory>
#include <span>
#include <string_view>

namespace candela {

/// Where a probe wants to be attached.
enum class ProbeTargets : std::uint8_t {
    EachProcessor, ///< to the event of each processor, as they come and go
    Kernel,        ///< once
};

/// When a probe is used.
enum class ProbeUse : std::uint8_t {
    WhenAsked,        ///< a source of samples: by its name
    ForProcessScopes, ///< a supporter: whenever the scope is not the whole machine
    WherePossible,    ///< a supporter that a recording can do without
};

struct ProbeEntry {
    std::string_view name; ///< "cpu", as clients ask for it
    std::string_view description;
    ProbeUse use;
    ProbeTargets targets;
    std::unique_ptr<Probe> (*create)();
};

/// In the order of enum probe_number (bpf/events.h), supporters last.
std::span<const ProbeEntry> allProbes();

std::unique_ptr<Probe> createCpuProbe();
std::unique_ptr<Probe> createProcessesProbe();
std::unique_ptr<Probe> createCpuTimeProbe();

} // namespace candela
