#include "model/formats/firefox/firefox_file.h"
#include "model/formats/firefox/firefox_reader.h"
#include "model/formats/firefox/firefox_writer.h"
#include "model/formats/format.h"

#include <algorithm>

namespace candela {

namespace {

/// Files begin with metadata, which may be longer than the start of the file.
bool recognizesFirefox(const FileStart& file) {
    const auto& start = file.json();
    static constexpr std::string_view paths[]{"meta.preprocessedProfileVersion",
                                              "meta.stackwalk",
                                              "meta.processType",
                                              "meta.markerSchema",
                                              "meta.categories[].subcategories",
                                              "meta.sampleUnits",
                                              "libs[].breakpadId",
                                              "profile.libs[].breakpadId",
                                              "markers[].isOffMainThread",
                                              "profile.meta.stackwalk",
                                              "profile.meta.processType",
                                              "threads[].frameTable",
                                              "threads[].stackTable",
                                              "threads[].stringTable",
                                              "shared.stringArray"};
    return std::ranges::any_of(paths, [&](std::string_view path) { return start.has(path); }) ||
           start.hasText("fileType", "Recorded Performance Data");
}

Result<Profile> readFirefox(Input& input, Task& task) {
    const auto document = TRY(JsonDocument::open(input, task));
    task.setRange(0, 0.7);
    const auto file = readFirefoxFile(*document, task);
    if (document->isCancelled()) return cancelled();
    task.setRange(0.7, 1);
    ProfileBuilder builder;
    FirefoxReader reader(file, *document, builder);
    TRY(reader.read(task));
    return builder.build();
}

Result<void> writeFirefox(const Profile& profile, Output& output, Task& task) {
    return FirefoxWriter(profile, output).write(task);
}

} // namespace

Format firefoxFormat() {
    return {.name = "firefox",
            .description = "Firefox Profiler profile",
            .extensions = ".firefox.json .profile.json",
            .recognizes = recognizesFirefox,
            .read = readFirefox,
            .write = writeFirefox};
}

} // namespace candela
