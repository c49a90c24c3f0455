#include "model/code/source_finder.h"

#include "model/base/regular_file.h"
#include "model/base/text/model_text.h"
#include "model/symbols/lookup/debuginfod.h"

#include <fmt/format.h>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

namespace candela {

namespace {

/// The folder of the sources of debug packages in distributions.
constexpr std::string_view debugSources = "/usr/src/debug/";

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The path with its beginning replaced as the mapping says; empty if it has another beginning.
std::string mapped(const std::string& file, const PathMapping& mapping) {
    if (mapping.from.empty()) return file.starts_with('/') ? std::string() : mapping.to + "/" + file;
    if (!file.starts_with(mapping.from)) return {};
    const auto rest = file.substr(mapping.from.size());
    const bool isWhole = rest.empty() || rest.front() == '/' || mapping.from.ends_with('/');
    if (!isWhole) return {};
    const bool needsSlash = !rest.empty() && rest.front() != '/' && !mapping.to.ends_with('/');
    return mapping.to + (needsSlash ? "/" : "") + rest;
}

/// The path of an open file. It can't be another file's, as one that is looked up again could be.
std::string pathOf(const FileDescriptor& descriptor) {
    std::error_code problem;
    return std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", descriptor.get()), problem);
}

bool containsLines(const SourceText& text, std::span<const LineRun> runs) {
    for (const auto& run : runs) {
        for (std::size_t row = 0; row < run.lines.size(); ++row) {
            const auto number = run.first + static_cast<std::uint32_t>(row);
            if (!text.has(number) || text.line(number) != run.lines[row]) return false;
        }
    }
    return true;
}

} // namespace

const std::string* SourceText::find(std::uint32_t number) const {
    const auto after = std::ranges::upper_bound(runs, number, {}, &LineRun::first);
    if (after == runs.begin() || number >= std::prev(after)->end()) return nullptr;
    return &std::prev(after)->lines[number - std::prev(after)->first];
}

Result<PathMapping> pathMappingFromText(std::string_view text) {
    const auto mark = text.find('=');
    if (mark == std::string_view::npos || mark + 1 == text.size())
        return failure(fmt::format("\"{}\" is not a path mapping", text), ErrorCode::Usage,
                       "write FROM=TO: what paths begin with, and where that is now");
    return PathMapping{std::string(text.substr(0, mark)), std::string(text.substr(mark + 1))};
}

PathMapping mappingTo(std::string_view file, std::string_view found) {
    // The mapping that remains when folders of the same name are removed from the ends of both paths; each
    // path keeps at least one component.
    for (;;) {
        const auto to = found.rfind('/');
        if (to == std::string_view::npos || to == 0) break;
        if (file == found.substr(to + 1)) return {{}, std::string(found.substr(0, to))};
        const auto from = file.rfind('/');
        if (from == std::string_view::npos || from == 0 || file.substr(from) != found.substr(to)) break;
        file = file.substr(0, from);
        found = found.substr(0, to);
    }
    return {std::string(file), std::string(found)};
}

SourceFinder::SourceFinder(std::vector<PathMapping> mappings, std::shared_ptr<const Profile> profile,
                           Debuginfod* servers)
    : SourceFinder(std::move(mappings), profile->origin.startTime, servers) {
    for (const auto& source : profile->sources)
        m_kept[profile->text(source->file)].push_back(source.get());
    m_profile = std::move(profile);
}

/// Ascending; empty if none are kept.
std::vector<LineRun> SourceFinder::keptLines(const std::string& file) const {
    std::vector<LineRun> runs;
    const auto kept = m_kept.find(file);
    if (kept == m_kept.end()) return runs;
    for (const auto* source : kept->second)
        runs.insert(runs.end(), source->runs.begin(), source->runs.end());
    std::ranges::sort(runs, {}, &LineRun::first);
    return runs;
}

const SourceText* SourceFinder::find(const std::string& file, const std::string& buildId, Task& task) {
    const auto [found, isNew] = m_entries.try_emplace(file);
    auto& entry = found->second;
    if (isNew) {
        entry.problem = ModelText::tr("is not on this machine");
        auto kept = keptLines(file);
        for (const auto& path : candidates(file)) {
            if (!read(openRegularFile(AT_FDCWD, path, Links::Follow), path, entry)) continue;
            entry.isFound = containsLines(entry.text, kept);
            if (!kept.empty()) entry.text.isNewer = false; // the lines that count are the recorded ones
            if (entry.isFound) break;
        }
        if (!entry.isFound && !kept.empty()) {
            entry.isFound = true;
            entry.text = {.path = {}, .runs = std::move(kept)};
        }
        if (!entry.isFound) ask(file, buildId, task, entry);
    }
    return entry.isFound ? &entry.text : nullptr;
}

std::string SourceFinder::problem(const std::string& file) const {
    const auto found = m_entries.find(file);
    return found == m_entries.end() || found->second.isFound ? std::string() : found->second.problem;
}

bool SourceFinder::wasChanged(const std::string& file) const {
    const auto found = m_entries.find(file);
    return found != m_entries.end() && found->second.isFound && found->second.text.isNewer;
}

bool SourceFinder::isKept(const std::string& file) const {
    const auto found = m_entries.find(file);
    return found != m_entries.end() && found->second.isFound && found->second.text.isKept();
}

/// The paths to try, best first.
std::vector<std::string> SourceFinder::candidates(const std::string& file) const {
    std::vector<std::string> paths;
    for (const auto& mapping : m_mappings) {
        if (auto path = mapped(file, mapping); !path.empty()) paths.push_back(std::move(path));
    }
    if (file.starts_with('/')) paths.push_back(file);
    // Leaves out the path's first folders one by one, because the folder of the package's build is unknown.
    // The file's name alone would match too much.
    for (auto slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
        const auto rest = std::string_view(file).substr(slash + 1);
        if (rest.find('/') == std::string_view::npos) break;
        paths.push_back(std::string(debugSources).append(rest));
    }
    return paths;
}

bool SourceFinder::read(const FileDescriptor& descriptor, const std::string& path, Entry& entry) const {
    if (!descriptor.isOpen()) return false;
    struct stat status {};
    if (::fstat(descriptor.get(), &status) != 0) return false;
    if (static_cast<std::uint64_t>(status.st_size) > maximumBytes) {
        entry.problem = ModelText::tr("is larger than {} MB", maximumBytes >> 20);
        return false;
    }
    const auto file = MappedFile::map(descriptor.get());
    if (!file) return false;
    const auto bytes = file->bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.find('\0') != std::string_view::npos) {
        entry.problem = ModelText::tr("is no text");
        return false;
    }
    entry.isFound = true;
    entry.text = SourceText::ofFile(path, linesOf(text));
    entry.text.realPath = pathOf(descriptor);
    constexpr std::int64_t second = 1'000'000'000;
    entry.text.changeTime = status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec;
    entry.text.isNewer = m_recordedAt != noTime && status.st_mtim.tv_sec > m_recordedAt / second;
    return true;
}

void SourceFinder::ask(const std::string& file, const std::string& buildId, Task& task, Entry& entry) const {
    if (!m_servers || buildId.empty() || !file.starts_with('/')) return;
    const auto descriptor = m_servers->fetchSource(buildId, file, task, {});
    if (!descriptor)
        entry.problem = descriptor.error().message;
    else if (read(*descriptor, file, entry))
        entry.text.isNewer = false; // found by build id, so it is the right version
}

} // namespace candela
