/// How much the recorder keeps at most. What goes beyond is forgotten, least used first, and found out again
/// when a sample needs it; each segment says how full the tables are.
#pragma once

#include "recorder/module_table.h"
#include "recorder/process_table.h"

#include <cstddef>

namespace candela {

struct TableLimits {
    ProcessTable::Limits processes;
    std::size_t modules = ModuleTable::usualModules;
};

} // namespace candela
