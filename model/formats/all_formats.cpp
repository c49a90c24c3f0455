#include "model/formats/format.h"

#include "model/base/memory_budget.h"
#include "model/base/memory_scope.h"
#include "model/base/text/model_text.h"
#include "model/formats/input/foreign_formats.h"
#include "model/formats/input/opening_limit.h"
#include "model/formats/shown_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace candela {

// Each format is one line here, with its function, which a file in a folder of model/formats defines. They
// are tried in this order, so strict ones (with a magic number) come before those that guess.
#define CANDELA_FORMATS(FORMAT)                                                                              \
    FORMAT(candelaFormat)                                                                                    \
    FORMAT(perfDataFormat)                                                                                   \
    FORMAT(pprofFormat)                                                                                      \
    FORMAT(bpftraceFormat)                                                                                   \
    FORMAT(heaptrackFormat)                                                                                  \
    FORMAT(otlpFormat)                                                                                       \
    FORMAT(jfrFormat)                                                                                        \
    FORMAT(legacyPprofFormat)                                                                                \
    FORMAT(callgrindFormat)                                                                                  \
    FORMAT(perfScriptFormat)                                                                                 \
    FORMAT(firefoxFormat)                                                                                    \
    FORMAT(heapprofileFormat)                                                                                \
    FORMAT(cpuprofileFormat)                                                                                 \
    FORMAT(chromeTraceFormat)                                                                                \
    FORMAT(speedscopeFormat)                                                                                 \
    FORMAT(dtraceFormat)                                                                                     \
    FORMAT(foldedFormat)                                                                                     \
    FORMAT(csvFormat)                                                                                        \
    FORMAT(jsonFormat)                                                                                       \
    FORMAT(svgFormat)

#define CANDELA_DECLARE(function) Format function();
CANDELA_FORMATS(CANDELA_DECLARE)
#undef CANDELA_DECLARE

std::span<const Format> allFormats() {
#define CANDELA_CALL(function) function(),
    static const Format formats[] = {CANDELA_FORMATS(CANDELA_CALL)};
#undef CANDELA_CALL
    return formats;
}

namespace {

/// "candela, pprof and folded": the names of all formats that can be read.
std::string readableNames() {
    std::vector<std::string_view> names;
    for (const auto& format : allFormats()) {
        if (format.read) names.push_back(format.name);
    }
    std::string text(names.empty() ? "" : names.front());
    for (std::size_t row = 1; row < names.size(); ++row)
        text += fmt::format("{}{}", row + 1 == names.size() ? ModelText::tr(" and ") : ", ", names[row]);
    return text;
}

/// Tries all formats, and then again with more of the file, because comments or metadata may precede the part
/// that identifies it.
Result<const Format*> recognize(Input& input) {
    for (const auto size : Input::startSizes) {
        const auto start = TRY(input.start(size));
        for (const auto& format : allFormats()) {
            if (format.read && format.recognizes(start)) return &format;
        }
        if (!start.isCut()) break;
    }
    return nullptr;
}

Error unrecognizedError(const FileStart& start, const std::string& path) {
    if (auto error = foreignFormatError(start, path)) return *error;
    const std::string_view message =
        start.looksLikeJson()
            ? ModelText::trLater("this is JSON, but none of the profiles that Candela knows")
            : ModelText::trLater("this is not a profile that Candela knows");
    return {ModelText::translated(message),
            ModelText::tr("Candela reads {}, plain or packed with gzip or zstd", readableNames()),
            ErrorCode::BadInput};
}

Result<Profile> readRecognized(Input& input, Task& task) {
    const auto* format = TRY(recognize(input));
    if (!format)
        return std::unexpected(unrecognizedError(TRY(input.start(Input::startSizes.back())), input.name()));
    auto profile = TRY(format->read(input, task));
    if (task.isCancelled()) return cancelled();
    profile.origin.format = format->name;
    profile.origin.file = input.name();
    if (format->provenance) profile.origin.provenance = *format->provenance;
    // A reader that noticed the early end has already added a warning.
    if (input.isTruncated() && profile.warnings.empty())
        profile.warnings.push_back(
            ModelText::tr("The packed file is damaged or was cut off: this is what could be unpacked."));
    showValueThatHoldsSomething(profile);
    return profile;
}

} // namespace

const Format* findFormat(std::string_view name) {
    for (const auto& format : allFormats()) {
        if (format.name == name) return &format;
    }
    return nullptr;
}

const Format* formatForFileName(std::string_view path) {
    for (const auto& format : allFormats()) {
        if (!format.write) continue;
        auto rest = format.extensions;
        while (!rest.empty()) {
            const auto extension = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), extension.size() + 1));
            // Other entries are patterns for names that tools give their files ("perf.data").
            if (extension.starts_with('.') && path.ends_with(extension)) return &format;
        }
    }
    return nullptr;
}

Result<Profile> readProfile(const std::string& path, Task& task) {
    return readProfile(path, OpeningLimit(), task);
}

Result<Profile> readProfile(const std::string& path, const OpeningLimit& limit, Task& task) {
    return withinMemory([&]() -> Result<Profile> {
        auto input = TRY(Input::open(path));
        std::error_code isNoFile;
        const auto size = std::filesystem::file_size(path, isNoFile);
        // Input from a pipe extends the budget as it arrives (Input).
        const MemoryBudget budget(limit.forFile(isNoFile ? 0 : size), limit.bytes
                                                                          ? MemoryBudget::Growth::Fixed
                                                                          : MemoryBudget::Growth::WithInput);
        return readRecognized(input, task);
    });
}

Result<Profile> readProfile(Input& input, Task& task) {
    return withinMemory([&] { return readRecognized(input, task); });
}

} // namespace candela
