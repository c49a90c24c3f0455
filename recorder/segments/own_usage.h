/// The cost of the recorder itself: processor time and memory, including its children's, and the run time of
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
    /// To be called when the recording begins: the cost of preparing it does not count.
    void begin();
    /// Makes the kernel measure BPF programs until the descriptor is closed; needs full root rights. Not open
    /// if that is not allowed: then the run time stays unknown.
    static FileDescriptor measurePrograms();
    /// The tasks of children: at most one of each lives at a time.
    enum class Role : std::uint8_t { Names, UnwindTables, OpensFiles, ReadsProcesses, ReadsMetadata };
    /// Sets a child whose cost counts as the recorder's; its last figures still count after its end. Setting
    /// the same one again changes nothing.
    void setChild(Role role, pid_t pid);

    /// Adds the cost of a sample in the kernel program, by the depth of its stack.
    void count(const sample_event& event);
    /// Processor time in nanoseconds, of this process and its children, as of the last write().
    std::uint64_t time() const { return m_time; }
    /// Writes the cost since the recording began.
    void write(const std::vector<NamedProbeCost>& probes, recording::RecorderUsage& usage);

private:
    struct Child {
        pid_t pid = 0;
        std::uint64_t time = 0;
        std::uint64_t memory = 0;
        std::uint64_t earlierTime = 0; // time of the children before this one
        std::uint64_t earlierMemory = 0;
        void read();
    };

    struct CostOfDepth {
        std::uint64_t samples = 0;
        std::uint64_t time = 0; // nanoseconds
    };
    static constexpr std::uint32_t framesOfRow = 16;

    std::uint64_t m_timeBefore = 0;
    std::uint64_t m_time = 0;
    std::array<CostOfDepth, 16> m_costOfDepth; // rows of framesOfRow frames; the last is open-ended
    std::array<Child, 5> m_children;           // by role
};

} // namespace candela
