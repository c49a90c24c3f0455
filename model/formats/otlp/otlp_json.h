/// OTLP profiles as JSON, made into the wire form that the reader takes: field by field, by tables of the
/// names that fields have had. Names are lowerCamelCase, as the collector writes them, or as in the .proto
/// files; numbers may be texts (opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). Fields that no
/// reader asks for, and unknown ones, are passed over.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/otlp/otlp_layout.h"

#include <string>
#include <string_view>

namespace candela {

struct OtlpFromJson {
    std::string bytes;                  ///< the message; empty where nothing of it is usable
    const OtlpLayout* layout = nullptr; ///< of the message; null where it holds no profile
    bool isDamaged = false;             ///< or cut off: what came before is kept where it has its tables
};

/// One object, with JsonDocument::padding bytes behind it; reports progress from..to. Fails only when
/// cancelled.
Result<OtlpFromJson> otlpFromJson(std::string_view padded, double from, double to, Task& task);

} // namespace candela
