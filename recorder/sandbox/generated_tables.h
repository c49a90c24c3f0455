/// The unwind tables of generated code that no virtual machine describes, for the processes that the child
/// was asked about. The known rows of each process are kept.
#pragma once

#include "model/unwind/generated/generated_unwind.h"
#include "recorder/sandbox/conversation.pb.h"
#include "recorder/sandbox/process_memory.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

namespace candela {

class GeneratedTables {
public:
    static constexpr std::size_t maximumProcesses = 64;

    struct Table {
        std::uint64_t base = 0; ///< 0: no table, use frame pointers
        std::vector<unwind_row> rows;
    };
    /// `memory` is the process's memory now.
    Table make(const sandbox::UnwindGenerated& request, FileDescriptor memory);

private:
    struct Process {
        GeneratedUnwind unwind;
        std::uint64_t lastUse = 0;
    };
    void forgetLeastUsed();

    absl::flat_hash_map<std::uint64_t, Process> m_processes; // by the recorder's number
    std::uint64_t m_turn = 0;
};

} // namespace candela
