/// Converts OTLP profiles from JSON to the wire format that the reader uses, field by field, with tables of
/// the fields' names in all versions. Names are lowerCamelCase, as the collector writes them, or as in the
/// .proto files; numbers may be texts (opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). Fields that
/// the reader does not use are skipped.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/otlp/otlp_layout.h"

#include <string>
#include <string_view>

namespace candela {

struct OtlpFromJson {
    std::string bytes;                  ///< bytes of the message; empty if nothing in it is usable
    const OtlpLayout* layout = nullptr; ///< layout of the message; null if it has no profile
    bool isDamaged = false;             ///< damaged or cut off: the part before is kept if its tables are
                                        ///< complete
};

/// Converts one object, which JsonDocument::padding readable bytes must follow. Reports progress from `from`
/// to `to`. Fails only when cancelled.
Result<OtlpFromJson> otlpFromJson(std::string_view padded, double from, double to, Task& task);

} // namespace candela
