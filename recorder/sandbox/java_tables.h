/// The unwind tables of the Java virtual machines that the child was asked about. The known rows of each are
/// kept, so that the next request reads only new code.
#pragma once

#include "model/unwind/generated/hotspot_unwind.h"
#include "recorder/sandbox/conversation.pb.h"
#include "recorder/sandbox/process_memory.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

class JavaTables {
public:
    static constexpr std::size_t maximumMachines = 32;

    struct Table {
        std::uint64_t base = 0;   ///< 0: nothing could be read
        bool isUnchanged = false; ///< since the last request; then there are no rows
        std::vector<unwind_row> rows;
    };
    /// `memory` is the process's memory now.
    Table make(const sandbox::UnwindJava& request, FileDescriptor memory);

private:
    struct Machine {
        std::unique_ptr<HotspotUnwind> unwind;
        std::uint64_t lastUse = 0;
    };
    void forgetLeastUsed();

    absl::flat_hash_map<std::uint64_t, Machine> m_machines; // by the recorder's number
    std::uint64_t m_turn = 0;
};

} // namespace candela
