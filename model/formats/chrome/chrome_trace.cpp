#include "model/formats/chrome/trace_events.h"
#include "model/formats/format.h"

#include <algorithm>

namespace candela {

namespace {

/// The text before the events may be longer than the start of the file.
bool recognizesChromeTrace(const FileStart& file) {
    const auto& start = file.json();
    static constexpr std::string_view paths[]{
        "[].ph",     "traceEvents",     "displayTimeUnit",     "stackFrames",          "samples[].sf",
        "otherData", "metadata.source", "metadata.dataOrigin", "metadata.clock-domain"};
    return std::ranges::any_of(paths, [&](std::string_view path) { return start.has(path); });
}

Result<Profile> readChromeTrace(Input& input, Task& task) {
    const auto document = TRY(JsonDocument::open(input, task));
    ProfileBuilder builder;
    TraceEvents events(*document, builder);
    TRY(events.read());
    return builder.build();
}

} // namespace

Format chromeTraceFormat() {
    return {.name = "chrome-trace",
            .description = "Trace of Chrome and others (trace events)",
            .extensions = ".trace.json .json .json.gz",
            .recognizes = recognizesChromeTrace,
            .read = readChromeTrace,
            .write = nullptr};
}

} // namespace candela
