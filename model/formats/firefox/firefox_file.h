/// The whole of a Firefox Profiler file, both of its kinds: processes, threads and their tables.
#pragma once

#include "model/formats/firefox/firefox_tables.h"
#include "model/formats/json/json_document.h"

namespace candela {

/// Takes the parts in whatever order the file has them. Damage ends it early, see JsonDocument::end().
FirefoxFile readFirefoxFile(JsonDocument& document, Task& task);

} // namespace candela
