/// OpenTelemetry's profiles: the messages that its collectors exchange, of each released version.
#include "model/formats/format.h"
#include "model/formats/otlp_reader.h"
#include "model/formats/otlp_writer.h"
#include "model/formats/profile_losses.h"

namespace candela {

namespace {

bool recognizesOtlp(std::span<const std::byte> start) {
    return looksLikeOtlp(start, start.size() >= Input::startSize);
}

Result<Profile> readOtlp(Input& input, Task& task) {
    const auto bytes = TRY(input.all(task));
    if (task.isCancelled()) return cancelled();
    const auto* layout = findOtlpLayout(bytes);
    if (!layout) return failure("holds no profile of OpenTelemetry");
    ProfileBuilder builder;
    OtlpReader reader(bytes, *layout, builder);
    TRY(reader.read(task));
    auto profile = builder.build();
    if (profile.samples.empty()) return failure("holds no samples");
    return profile;
}

Result<void> writeOtlp(const Profile& profile, Output& output, Task& task) {
    output.write(TRY(writeOtlpMessage(profile, task)));
    addLosses(profile, "OTLP has",
              ProfilePart::Times | ProfilePart::Threads | ProfilePart::Cpus | ProfilePart::Labels |
                  ProfilePart::Modules | ProfilePart::ModulePlaces | ProfilePart::BuildIds |
                  ProfilePart::Addresses | ProfilePart::Sources | ProfilePart::StartLines |
                  ProfilePart::RawNames | ProfilePart::KernelMarks | ProfilePart::ScriptMarks |
                  ProfilePart::InlineMarks | ProfilePart::StartTime | ProfilePart::Host,
              output);
    return {};
}

} // namespace

Format otlpFormat() {
    return {.name = "otlp",
            .description = "OpenTelemetry profiles",
            .extensions = ".otlp .otlp.pb",
            .recognizes = recognizesOtlp,
            .read = readOtlp,
            .write = writeOtlp};
}

} // namespace candela
