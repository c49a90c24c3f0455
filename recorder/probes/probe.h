/// One source of samples, or a supporter of others: a kernel program that is loaded once and attached to any
/// number of targets during a recording.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/recording/probe_request.h"
#include "recorder/kernel/probe_cost.h"
#include "recorder/kernel/processor_event.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

struct bpf_object;

namespace candela {

class CpuTimeSource;
class KernelTypes;
class SampleRings;
class SamplingPeriods;
class Scope;
class UnwindTableStore;

/// The options that a probe gets before it is loaded. All probes of a recording share the tables.
struct ProbeOptions {
    TickSource source = TickSource::CpuClock;
    ProbeRequest request;         ///< checked; empty for a supporter
    std::uint16_t firstValue = 0; ///< index of the probe's first value among those of the recording
    const SampleRings* rings = nullptr;
    const Scope* scope = nullptr;
    const UnwindTableStore* unwind = nullptr;
    CpuTimeSource* cpuTimes = nullptr;
    KernelTypes* types = nullptr; ///< only while probes are loaded
    const SamplingPeriods* periods = nullptr;
    std::uint32_t frequency = 0; ///< ticks a second
};

/// The target that a probe is attached to: a processor or, without one, the whole kernel.
struct Target {
    const ProcessorEvent* processor = nullptr; ///< ticks of that processor
    EventOpener* opener = nullptr;             ///< opens further events of that processor
};

/// Keeps a probe attached; destroying it detaches the probe.
class Attachment {
public:
    /// Takes the links, and the events that only they use.
    explicit Attachment(std::vector<FileDescriptor> links) : m_links(std::move(links)) {}

private:
    std::vector<FileDescriptor> m_links; // the kernel detaches the programs when these are closed
};

struct NamedProbeCost {
    std::string_view probe;
    ProbeCost cost;
};

class Probe {
public:
    virtual ~Probe() = default;
    virtual Result<void> load(const ProbeOptions& options) = 0;
    virtual Result<Attachment> attach(const Target& target) = 0;
    /// Called once, when all probes are attached and the scope's processes are known.
    virtual void begin() {}
    /// Called once, when the probe is detached: delivers the samples that the probe still has.
    virtual void end() {}
    virtual ProbeCost cost() const = 0;
};

} // namespace candela
