/// The processes and threads of a recording, from its records in order of time. A process gets a row in the
/// profile with its first sample; a fork shares its parent's mappings, an exec clears them and begins a new
/// row.
#pragma once

#include "model/formats/perf_data/perf_data_address_space.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace candela {

struct PerfProcess {
    std::uint32_t pid = 0;
    std::uint32_t parent = 0; ///< the parent's pid; 0: not known
    std::int64_t startTime = noTime;
    std::int64_t endTime = noTime;
    StringIndex name;
    ProcessIndex row;
    SharedPerfAddressSpace space;
};

struct PerfThread {
    std::uint32_t tid = 0;
    std::shared_ptr<PerfProcess> process;
    std::int64_t startTime = noTime;
    StringIndex name;
    ThreadIndex row;
    // Only while the thread does not run:
    std::int64_t offSince = noTime;
    StackIndex offStack;
    StackEnd offStackEnd = StackEnd::Unknown;
};

/// Times are those of the profile. Calls must be in order of time.
class PerfProcesses {
public:
    explicit PerfProcesses(ProfileBuilder& builder);

    /// A changed name or an exec. Before Linux 3.16 the kernel did not report which: then the process
    /// continues in a new row, with its mappings.
    enum class NewName { Renamed, PerhapsNewProgram, NewProgram };
    void name(std::uint32_t pid, std::uint32_t tid, std::string_view name, NewName why, std::int64_t time);
    void fork(std::uint32_t pid, std::uint32_t parentPid, std::uint32_t tid, std::uint32_t parentTid,
              std::int64_t time);
    void exit(std::uint32_t pid, std::uint32_t tid, std::int64_t time);
    void map(std::uint32_t pid, const PerfArea& area);

    /// The thread with that number; created if no record reported it.
    PerfThread& thread(std::uint32_t pid, std::uint32_t tid);
    /// The thread with that number; null if no record reported it.
    PerfThread* findThread(std::uint32_t tid);
    /// The thread's row in the profile.
    ThreadIndex row(PerfThread& thread);

private:
    std::shared_ptr<PerfProcess> process(std::uint32_t pid);
    ProcessIndex row(PerfProcess& process);

    static constexpr std::size_t maximumCopies = 8'000'000;

    ProfileBuilder& m_builder;
    std::size_t m_copiesLeft = maximumCopies; ///< how many areas of parents may still be copied
    SharedPerfAddressSpace m_nothingMapped = std::make_shared<PerfAddressSpace>();
    absl::flat_hash_map<std::uint32_t, std::shared_ptr<PerfProcess>> m_processes;
    absl::flat_hash_map<std::uint32_t, std::unique_ptr<PerfThread>> m_threads;
};

} // namespace candela
