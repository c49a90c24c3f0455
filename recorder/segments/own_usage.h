/// What the recorder itself costs: processor time and memory, its children's included, and the run time of
/// its kernel programs.
#pragma once

#include "bpf/events.h"
#include "model/base/file.h"
#include "model/recording/recording.pb.h"
#include "recorder/probes/probe.h"

#include <array>
#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace candela {

class OwnUsage {
public:
    /// The recording begins: what it took to prepare it is not its cost.
    void begin();
    /// Lets the kernel measure its BPF programs until the descriptor is closed; needs all rights of root. Not
    /// open where that is not allowed: their run time stays unknown then.
    static FileDescriptor measurePrograms();
    /// What children are for: at most one of each lives at a time.
    enum class Role : std::uint8_t { Names, UnwindTables, OpensFiles, ReadsProcesses, ReadsMetadata };
    /// A child whose cost is ours; its last figures count on after its end. The same one again changes
    /// nothing.
    void setChild(Role role, pid_t pid);

    /// Adds what a sample cost the kernel program to the samples of its depth.
    void count(const sample_event& event);
    /// Since the recording began.
    void write(const std::vector<NamedProbeCost>& probes, recording::RecorderUsage& usage);

private:
    struct Child {
        pid_t pid = 0;
        std::uint64_t time = 0;
        std::uint64_t memory = 0;
        std::uint64_t earlierTime = 0; // of those before it
        std::uint64_t earlierMemory = 0;
        void read();
    };

    struct CostOfDepth {
        std::uint64_t samples = 0;
        std::uint64_t time = 0; // nanoseconds
    };
    static constexpr std::uint32_t framesOfRow = 16;

    std::uint64_t m_timeBefore = 0;
    std::array<CostOfDepth, 16> m_costOfDepth; // rows of framesOfRow frames; the last goes on
    std::array<Child, 5> m_children;           // by role
};

} // namespace candela
