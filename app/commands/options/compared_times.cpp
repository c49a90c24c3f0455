#include "app/commands/options/compared_times.h"

#include "app/commands/options/filter_options.h"
#include "model/formats/input/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace candela {

namespace {

std::set<std::filesystem::path> canonicalFiles(const std::string& paths) {
    std::set<std::filesystem::path> files;
    for (const auto& path : runFiles(paths).value_or(std::vector<std::string>())) {
        std::error_code problem;
        const auto file = std::filesystem::canonical(path, problem);
        if (!problem) files.insert(file); // what can't be opened is reported where it is opened
    }
    return files;
}

bool haveCommonFile(const std::string& base, const std::string& newFiles) {
    const auto files = canonicalFiles(base);
    return std::ranges::any_of(canonicalFiles(newFiles),
                               [&](const auto& file) { return files.contains(file); });
}

} // namespace

void ComparedTimes::addTo(Arguments& arguments) {
    arguments
        .option("--base-time", base,
                "Only this part of the base's time, of each file's own; several with commas between. With "
                "--new-time, one capture can be compared with itself")
        .valueName("A..B[,...]");
    arguments.option("--new-time", newSide, "The same for the new side").valueName("A..B[,...]");
}

Result<TimeRanges> timeRangesFromText(const std::string& text) {
    TimeRanges ranges;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto comma = std::min(text.find(',', begin), text.size());
        ranges.push_back(TRY(timeRangeFromText(text.substr(begin, comma - begin))));
        begin = comma + 1;
    }
    std::ranges::sort(ranges);
    for (std::size_t row = 1; row < ranges.size(); ++row) {
        if (ranges[row].begin < ranges[row - 1].end)
            return failure(fmt::format("the ranges of \"{}\" overlap", text), ErrorCode::Usage);
    }
    return ranges;
}

Result<SideTimes> ComparedTimes::parse(const std::string& baseFiles, const std::string& newFiles) const {
    SideTimes times;
    if (!base.empty()) times.base = TRY(timeRangesFromText(base));
    if (!newSide.empty()) times.newSide = TRY(timeRangesFromText(newSide));
    if (times.isGiven() && haveCommonFile(baseFiles, newFiles)) TRY(checkApart(times.base, times.newSide));
    return times;
}

} // namespace candela
