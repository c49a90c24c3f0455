/// OpenTelemetry's profiles, of each released version: the messages that its collectors exchange. A file
/// contains one protobuf message, or the output of OpenTelemetry Collector's file exporter: messages preceded
/// by their lengths, or lines of JSON.
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/format.h"
#include "model/formats/otlp/otlp_messages.h"
#include "model/formats/otlp/otlp_reader.h"
#include "model/formats/otlp/otlp_start.h"
#include "model/formats/otlp/otlp_writer.h"
#include "model/formats/output/profile_losses.h"

#include <fmt/format.h>

namespace candela {

namespace {

/// The share of the progress for making messages from other forms.
constexpr double shareOfMaking = 0.5;

bool recognizesOtlp(const FileStart& start) {
    return otlpFormOf(start) != OtlpForm::None;
}

Result<Profile> readOtlp(Input& input, Task& task) {
    OtlpMessages file;
    TRY(file.take(input, shareOfMaking, task));
    if (file.messages().empty())
        return failure(file.isDamaged() ? ModelText::tr("it is damaged: nothing of use is left in it")
                                        : ModelText::tr("it holds no profile of OpenTelemetry"));
    ProfileBuilder builder;
    std::uint64_t size = 0;
    for (const auto& message : file.messages())
        size += message.bytes.size();
    OtlpReader reader(builder, size);
    for (const auto& message : file.messages())
        reader.findStart(message);
    if (file.others() > 0)
        builder.addWarning(ModelText::tr("Messages without profiles were left out: {}.",
                                         formatCount(static_cast<std::int64_t>(file.others()))));
    if (file.isDamaged())
        builder.addWarning(ModelText::tr("The file is damaged or was cut off: this is what could be read."));
    const auto from = file.areMade() ? shareOfMaking : 0;
    const auto share = [&](std::uint64_t read) { return from + (1 - from) * double(read) / double(size); };
    std::uint64_t read = 0;
    for (const auto& message : file.messages()) {
        if (task.isCancelled()) return cancelled();
        task.setRange(share(read), share(read + message.bytes.size()));
        TRY(reader.read(message, task));
        read += message.bytes.size();
    }
    task.setRange(0, 1);
    auto profile = builder.build();
    if (profile.samples.empty()) return failure(ModelText::tr("it holds no samples"));
    return profile;
}

Result<void> writeOtlp(const Profile& profile, Output& output, Task& task) {
    output.write(TRY(writeOtlpMessage(profile, task)));
    addLosses(profile, "OTLP has",
              ProfilePart::Times | ProfilePart::Threads | ProfilePart::Cpus | ProfilePart::Labels |
                  ProfilePart::Modules | ProfilePart::ModuleAddresses | ProfilePart::BuildIds |
                  ProfilePart::Addresses | ProfilePart::Sources | ProfilePart::StartLines |
                  ProfilePart::RawNames | ProfilePart::KernelMarks | ProfilePart::ScriptMarks |
                  ProfilePart::InlineMarks | ProfilePart::StartTime | ProfilePart::Host,
              output);
    return {};
}

} // namespace

Format otlpFormat() {
    return {.name = "otlp",
            .description = "OpenTelemetry profiles, also files of its collector",
            .extensions = ".otlp .otlp.pb *.otlp.json *.otlp.jsonl",
            .recognizes = recognizesOtlp,
            .read = readOtlp,
            .write = writeOtlp};
}

} // namespace candela
