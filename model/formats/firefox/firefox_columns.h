/// Tables of a Firefox Profiler file, from its JSON. Processed files have an array for each column; Gecko
/// files have one for each row, and a schema with the positions of fields.
#pragma once

#include "model/formats/firefox/firefox_tables.h"
#include "model/formats/json/json_document.h"

namespace candela {

/// Reads a table of code by its name; other names are skipped.
void readFirefoxTable(JsonKey name, JsonValue table, FirefoxTables& tables);
void readFirefoxSamples(JsonValue table, FirefoxSamples& samples);

} // namespace candela
