/// The list of all probes, which the recorder, its command line and its messages loop over.
#pragma once

#include "recorder/probes/probe.h"
#include "recorder/probes/probe_description.h"

#include <memory>
#include <span>
#include <string_view>

namespace candela {

/// The targets that a probe is attached to.
enum class ProbeTargets : std::uint8_t {
    Ticks,         ///< attached to the ticks of each processor, also of those that come online later
    EachProcessor, ///< attached to events of its own on each processor
    Kernel,        ///< once
};

/// When a probe is used.
enum class ProbeUse : std::uint8_t {
    WhenAsked,        ///< a source of samples: used when it is requested by name
    ForProcessScopes, ///< a supporter: used whenever the scope is not the whole machine
    WherePossible,    ///< a supporter that a recording can do without
};

struct ProbeEntry {
    /// The description of a source of samples. A supporter has only its name, and nothing to request.
    ProbeDescription (*describe)(TickSource source);
    ProbeUse use;
    ProbeTargets targets;
    std::unique_ptr<Probe> (*create)();
    /// For a supporter: the name of the source that it supports; empty: it supports all.
    std::string_view supports = {};
};

/// Sources of samples in the order in which clients list them, then supporters. The first is the default.
std::span<const ProbeEntry> allProbes();

/// Checks the requested probes and options. An unknown name fails, with the names that are known.
Result<void> checkRequests(std::span<const ProbeRequest> requests, TickSource source);

ProbeDescription describeCpuProbe(TickSource source);
std::unique_ptr<Probe> createCpuProbe();
ProbeDescription describeFaultsProbe(TickSource source);
std::unique_ptr<Probe> createFaultsProbe();
ProbeDescription describeOffcpuProbe(TickSource source);
std::unique_ptr<Probe> createOffcpuProbe();
ProbeDescription describeProcessesProbe(TickSource source);
std::unique_ptr<Probe> createProcessesProbe();
ProbeDescription describeCpuTimeProbe(TickSource source);
std::unique_ptr<Probe> createCpuTimeProbe();

} // namespace candela
