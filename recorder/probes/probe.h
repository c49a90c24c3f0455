/// One source of samples, or a supporter of others: a kernel program, loaded once, attached to any number of
/// targets while a recording runs.
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
class SampleRings;
class SamplingPeriods;
class Scope;
class UnwindTableStore;

/// What a probe is given before it is loaded. The tables are shared by all probes of a recording.
struct ProbeOptions {
    TickSource source = TickSource::CpuClock;
    ProbeRequest request;         ///< checked; of a supporter empty
    std::uint16_t firstValue = 0; ///< of its values among the recording's
    const SampleRings* rings = nullptr;
    const Scope* scope = nullptr;
    const UnwindTableStore* unwind = nullptr;
    CpuTimeSource* cpuTimes = nullptr;
    const SamplingPeriods* periods = nullptr;
    std::uint32_t frequency = 0; ///< ticks a second
};

/// Where a probe is attached: a processor, or, without one, the kernel as a whole.
struct Target {
    const ProcessorEvent* processor = nullptr; ///< its ticks
    EventOpener* opener = nullptr;             ///< of other events of that processor
};

/// Keeps a probe attached; its destruction detaches.
class Attachment {
public:
    /// Links, and the events that they need and that only it has.
    explicit Attachment(std::vector<FileDescriptor> links) : m_links(std::move(links)) {}

private:
    std::vector<FileDescriptor> m_links; // the kernel detaches when the last descriptor is closed
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
    /// Once, when all probes are attached and the scope's processes are known.
    virtual void begin() {}
    /// Once, when it is detached: hands over what it still has.
    virtual void end() {}
    virtual ProbeCost cost() const = 0;
};

} // namespace candela
