/// Limits of the recorder's tables. Beyond them, the least recently used entries are evicted, and looked up
/// again when a sample needs them; each segment states how full the tables are.
#pragma once

#include "model/profile/kept_code.h"
#include "recorder/names/name_table.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/unwind/unwind_table_store.h"

#include <cstddef>

namespace candela {

struct TableLimits {
    ProcessTable::Limits processes;
    std::size_t modules = ModuleTable::defaultMaximumModules;
    NameTable::Limits names;
    std::size_t keptCode = maximumKeptCode; ///< bytes of code in the recording; 0: none is kept
    UnwindTableStore::Limits unwindTables;
};

} // namespace candela
