#include "model/formats/input/run_files.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace candela {

Result<std::vector<std::string>> filesOf(const std::string& path) {
    std::error_code problem;
    if (!std::filesystem::is_directory(path, problem)) return std::vector{path};
    std::vector<std::string> files;
    for (auto entry = std::filesystem::directory_iterator(path, problem);
         !problem && entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
        const bool isHidden = entry->path().filename().string().starts_with('.');
        std::error_code unknown;
        if (!isHidden && entry->is_regular_file(unknown)) files.push_back(entry->path().string());
    }
    if (problem) return failure(ModelText::tr("can't be read: {}", problem.message()));
    if (files.empty()) return failure(ModelText::tr("this is a folder without files"));
    std::ranges::sort(files);
    return files;
}

Result<std::vector<std::string>> runFiles(const std::string& paths) {
    std::vector<std::string> all;
    for (std::size_t begin = 0; begin <= paths.size();) {
        const auto comma = std::min(paths.find(',', begin), paths.size());
        const auto files = TRY(filesOf(paths.substr(begin, comma - begin)));
        all.insert(all.end(), files.begin(), files.end());
        begin = comma + 1;
    }
    return all;
}

} // namespace candela
