/// A process that is known, with its threads and mappings. A process is pid + start time: when it runs
/// another program it becomes another process, and nothing here ever holds for two.
#pragma once

#include "recorder/processes/address_space.h"
#include "recorder/processes/process_metadata.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <string>

namespace candela {

struct LiveThread {
    std::string name;           ///< empty: not read yet
    std::int64_t startTime = 0; ///< 0: not known
    std::int64_t endTime = 0;   ///< 0: still running
};

/// Who a process is. Its children hold it too, so that they can name their parent after its end.
struct ProcessIdentity {
    std::int32_t pid = 0;
    /// As segments say it: of the fork, or of the program's start. Never changes once isPublished.
    std::int64_t startTime = 0;
    std::int64_t endTime = 0;    ///< 0: still running; else its end, or when it became another program
    std::int64_t forkTime = 0;   ///< about when the kernel made it; 0: not known
    std::int64_t exactStart = 0; ///< what the kernel says with each sample; 0: no sample yet
    std::string name;
    mutable bool isPublished = false;
};

struct LiveProcess {
    static constexpr std::int64_t atOnce = 1; ///< for readAgainAt

    std::shared_ptr<ProcessIdentity> identity = std::make_shared<ProcessIdentity>();
    std::shared_ptr<ProcessIdentity> parent; ///< null where nothing is known about it
    SharedAddressSpace space;
    absl::flat_hash_map<std::int32_t, LiveThread> threads; ///< those that were named or sampled
    std::int64_t readAt = 0; ///< when it was read from /proc: older events are in there already; 0: never
    std::int64_t readAgainAt = 0; ///< when to look again, as something is missing here; 0: all is known
    std::uint64_t lastUse = 0;    ///< turn of the table that saw it last
    std::uint32_t liveThreads = 1;
    ModuleNumber executable;       ///< the file of its program; none: not known, or a kernel thread
    bool awaitsExecutable = false; ///< the next file that it maps is its program
    ProcessMetadata metadata;
    ModuleNumber generatedCode; ///< what its just-in-time compilers made; none until a sample was in there
};

using SharedProcess = std::shared_ptr<LiveProcess>;

} // namespace candela
