/// A known process with its threads and mappings. A process is a pid and a start time: if it runs another
/// program, it becomes another process, and nothing here belongs to both.
#pragma once

#include "recorder/processes/address_space.h"
#include "recorder/processes/process_metadata.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <string>

namespace candela {

struct LiveThread {
    std::string name;           ///< the thread's name; empty: not read yet
    std::int64_t startTime = 0; ///< 0: not known
    std::int64_t endTime = 0;   ///< 0: still running
};

/// Identifies a process. Its children hold it too, so that they can name their parent after its end.
struct ProcessIdentity {
    std::int32_t pid = 0;
    /// The start as in segments: the time of the fork, or of the program's start. Constant once isPublished.
    std::int64_t startTime = 0;
    std::int64_t endTime = 0;    ///< 0: still running; else its end, or when it ran another program
    std::int64_t forkTime = 0;   ///< about when the kernel created the process; 0: not known
    std::int64_t exactStart = 0; ///< reported by the kernel with each sample; 0: no sample yet
    std::string name;
    mutable bool isPublished = false;
};

struct LiveProcess {
    static constexpr std::int64_t atOnce = 1; ///< for readAgainAt

    std::shared_ptr<ProcessIdentity> identity = std::make_shared<ProcessIdentity>();
    std::shared_ptr<ProcessIdentity> parent; ///< null if not known
    SharedAddressSpace space;
    absl::flat_hash_map<std::int32_t, LiveThread> threads; ///< the threads that were named or sampled
    std::int64_t readAt = 0;      ///< when it was read from /proc, which includes older events; 0: never
    std::int64_t readAgainAt = 0; ///< when to read it again, because a part is missing; 0: all is known
    std::uint64_t lastUse = 0;    ///< the table's turn when the process was last used
    std::uint32_t liveThreads = 1;
    ModuleNumber executable;       ///< the file of its program; none: not known, or a kernel thread
    bool awaitsExecutable = false; ///< the next file that the process maps is its program
    ProcessMetadata metadata;
    ModuleNumber generatedCode; ///< code of its just-in-time compilers; none before the first sample in it
};

using SharedProcess = std::shared_ptr<LiveProcess>;

} // namespace candela
