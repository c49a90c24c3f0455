#include "model/base/text/model_text.h"
#include "model/formats/chrome/v8_profile.h"
#include "model/formats/format.h"

namespace candela {

namespace {

bool recognizesCpuProfile(const FileStart& file) {
    const auto& start = file.json();
    return start.has("nodes[].callFrame") || start.has("nodes[].hitCount") || start.has("timeDeltas") ||
           (start.has("head.functionName") && !start.has("head.selfSize")) ||
           (start.has("startTime") && start.has("endTime"));
}

Result<Profile> readCpuProfile(Input& input, Task& task) {
    const auto document = TRY(JsonDocument::open(input, task));
    ProfileBuilder builder;
    V8Profile profile(builder);
    std::string title;
    document->forEachField([&](JsonKey key, JsonValue value) {
        if (key == "title")
            title = value.text();
        else
            profile.readField(key, value);
    });
    if (document->isCancelled()) return cancelled();
    if (!profile.hasNodes())
        return failure(document->end() == JsonEnd::Whole
                           ? ModelText::tr("it holds no calls")
                           : ModelText::tr("it is damaged before its first call"));
    const auto process = builder.addProcess({.parent = {}, .name = {}, .labels = {}});
    const auto thread = builder.addThread(
        {.process = process, .name = builder.string(title.empty() ? "main" : title), .labels = {}});
    profile.addTo(thread, profile.startTime().value_or(0));
    if (profile.isIncomplete())
        builder.addWarning(
            ModelText::tr("Some samples or calls refer to calls that the file does not hold."));
    if (document->end() != JsonEnd::Whole) builder.addWarning(document->endWarning());
    return builder.build();
}

} // namespace

Format cpuprofileFormat() {
    return {.name = "cpuprofile",
            .description = "CPU profile of Chrome or Node",
            .extensions = ".cpuprofile",
            .recognizes = recognizesCpuProfile,
            .read = readCpuProfile,
            .write = nullptr};
}

} // namespace candela
