/// The contents of a Firefox Profiler file of either kind: processes, threads and their tables.
#pragma once

#include "model/formats/firefox/firefox_tables.h"
#include "model/formats/json/json_document.h"

namespace candela {

/// Reads the parts in any order. Ends early at damage, see JsonDocument::end().
FirefoxFile readFirefoxFile(JsonDocument& document, Task& task);

} // namespace candela
