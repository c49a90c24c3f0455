#include "model/formats/export_profile.h"

#include "model/analysis/samples/filtered_profile.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

std::string writableNames() {
    std::string names;
    for (const auto& format : allFormats()) {
        if (format.write) names.append(names.empty() ? "" : ", ").append(format.name);
    }
    return names;
}

} // namespace

Result<const Format*> formatToWrite(const std::string& path, const std::string& formatName) {
    const auto* format = formatName.empty() ? formatForFileName(path) : findFormat(formatName);
    if (format && format->write) return format;
    return failure(formatName.empty() ? fmt::format("no format that can be written has the name \"{}\"", path)
                                      : fmt::format("\"{}\" is not a format that can be written", formatName),
                   ErrorCode::Usage, "Candela writes " + writableNames());
}

Result<std::shared_ptr<const Profile>> exportedPart(std::shared_ptr<const Profile> profile,
                                                    ValueTypeIndex value, const Filter& filter, Task& task) {
    if (filter.isEmpty() && (value.isNone() || value == profile->shownValue())) return profile;
    return std::make_shared<const Profile>(TRY(filteredProfile(std::move(profile), value, filter, task)));
}

Result<Output> writtenProfile(const Profile& profile, const Format& format, Task& task) {
    Output output;
    if (std::ranges::all_of(profile.samples, [](const SampleTable& table) { return table.size() == 0; }))
        output.addLoss("there is no sample in it");
    TRY(format.write(profile, output, task));
    if (task.isCancelled()) return cancelled();
    return output;
}

Result<std::vector<std::string>> storeProfile(const Profile& profile, const Format& format,
                                              const std::string& path, Task& task) {
    const auto output = TRY(writtenProfile(profile, format, task));
    TRY(output.store(path));
    return output.losses();
}

} // namespace candela
