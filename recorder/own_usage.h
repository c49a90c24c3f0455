/// What the recorder itself costs: processor time and memory, its children's included, and the run time of
/// its kernel programs.
#pragma once

#include "model/base/file.h"
#include "model/recording/recording.pb.h"
#include "recorder/probes/probe.h"

#include <cstdint>
#include <sys/types.h>

namespace candela {

class OwnUsage {
public:
    OwnUsage();
    /// Lets the kernel measure its BPF programs until the descriptor is closed; needs all rights of root. Not
    /// open where that is not allowed: their run time stays unknown then.
    static FileDescriptor measurePrograms();
    /// A child whose cost is ours; its last figures count on after its end.
    void setChild(pid_t pid);

    /// Since the recording began. `probes`: the sum of what they cost.
    void write(const ProbeCost& probes, recording::RecorderUsage& usage);

private:
    void readChild();

    std::uint64_t m_timeBefore = 0;
    pid_t m_child = 0;
    std::uint64_t m_childTime = 0;
    std::uint64_t m_childMemory = 0;
    std::uint64_t m_earlierChildrenTime = 0;
    std::uint64_t m_earlierChildrenMemory = 0;
};

} // namespace candela
