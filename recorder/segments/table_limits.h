/// How much the recorder keeps at most. What goes beyond is forgotten, least used first, and found out again
/// when a sample needs it; each segment says how full the tables are.
#pragma once

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
    UnwindTableStore::Limits unwindTables;
};

} // namespace candela
