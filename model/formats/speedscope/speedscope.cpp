#include "model/formats/format.h"
#include "model/formats/speedscope/speedscope_reader.h"
#include "model/formats/speedscope/speedscope_writer.h"

namespace candela {

namespace {

bool recognizesSpeedscope(const FileStart& file) {
    const auto& start = file.json();
    // In some files the schema's address comes last; the other keys also identify the format.
    return start.hasText("$schema", "https://www.speedscope.app/file-format-schema.json") ||
           start.has("shared.frames[].name") || start.hasText("profiles[].type", "evented") ||
           start.hasText("profiles[].type", "sampled");
}

Result<Profile> readSpeedscope(Input& input, Task& task) {
    const auto document = TRY(JsonDocument::open(input, task));
    ProfileBuilder builder;
    SpeedscopeReader reader(*document, builder);
    TRY(reader.read());
    return builder.build();
}

Result<void> writeSpeedscope(const Profile& profile, Output& output, Task& task) {
    return SpeedscopeWriter(profile, output).write(task);
}

} // namespace

Format speedscopeFormat() {
    return {.name = "speedscope",
            .description = "speedscope profile",
            .extensions = ".speedscope.json .speedscope",
            .recognizes = recognizesSpeedscope,
            .read = readSpeedscope,
            .write = writeSpeedscope};
}

} // namespace candela
