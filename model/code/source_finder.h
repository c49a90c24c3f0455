/// Finds the text of source files: at mapped paths, at the path in debug information, among the sources of
/// debug packages, in the profile, which may keep lines, and on debuginfod servers if the user allows it.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class Debuginfod;

/// Sources that were compiled at one path and are at another now.
struct PathMapping {
    std::string from; ///< a whole path, or its first folders; empty: before relative paths
    std::string to;

    bool operator==(const PathMapping&) const = default;
};
/// "FROM=TO". Fails with ErrorCode::Usage.
Result<PathMapping> pathMappingFromText(std::string_view text);
/// The mapping that leads from a file's path to `found`, chosen so that it maps as many other files as
/// possible.
PathMapping mappingTo(std::string_view file, std::string_view found);

/// The lines of a file, or those that a profile keeps of it.
struct SourceText {
    std::string path;                 ///< where it was found; empty: in the profile
    std::vector<LineRun> runs;        ///< ascending; a whole file is one run
    bool isNewer = false;             ///< the file was changed since the profile was recorded
    std::int64_t changeTime = noTime; ///< of the file: nanoseconds since 1970
    std::string realPath{};           ///< of the file, without links

    static SourceText ofFile(std::string path, std::vector<std::string> lines) {
        return {.path = std::move(path), .runs = {{1, std::move(lines)}}};
    }
    bool isKept() const { return path.empty(); }
    bool has(std::uint32_t number) const { return find(number) != nullptr; }
    /// A line without its end; empty if there is none of that number. The first line of a file is 1.
    std::string_view line(std::uint32_t number) const {
        const auto* line = find(number);
        return line ? std::string_view(*line) : std::string_view();
    }
    /// The number of the last line; 0 if there is none.
    std::uint32_t lastLine() const { return runs.empty() ? 0 : runs.back().end() - 1; }

private:
    const std::string* find(std::uint32_t number) const;
};

class SourceFinder {
public:
    static constexpr std::uint64_t maximumBytes = 32 << 20; ///< of one source file

    /// Earlier mappings are tried first. The time of the recording is in nanoseconds since 1970, or noTime;
    /// `servers` may be null, and must outlive this object.
    SourceFinder(std::vector<PathMapping> mappings, std::int64_t recordedAt, Debuginfod* servers)
        : m_mappings(std::move(mappings)), m_recordedAt(recordedAt), m_servers(servers) {}
    /// Also finds lines that the profile keeps. They are certain, so that a file of this machine is used only
    /// if it has the same ones; it has those around them, too.
    SourceFinder(std::vector<PathMapping> mappings, std::shared_ptr<const Profile> profile,
                 Debuginfod* servers);

    /// The text of a file as debug information names it; the build id of the module that it was compiled into
    /// may be empty. Each file is read once. Null if nothing is found: `problem()` has the reason.
    const SourceText* find(const std::string& file, const std::string& buildId, Task& task);
    /// Why the file was not found: the end of a sentence that begins with the file. Empty if it was found.
    std::string problem(const std::string& file) const;
    /// Whether a text that was found was changed since the profile was recorded.
    bool wasChanged(const std::string& file) const;
    /// Whether the text that was found is that of lines that the profile keeps.
    bool isKept(const std::string& file) const;

private:
    struct Entry {
        bool isFound = false;
        SourceText text;
        std::string problem;
    };

    std::vector<LineRun> keptLines(const std::string& file) const;
    std::vector<std::string> candidates(const std::string& file) const;
    bool read(const FileDescriptor& descriptor, const std::string& path, Entry& entry) const;
    void ask(const std::string& file, const std::string& buildId, Task& task, Entry& entry) const;

    std::vector<PathMapping> m_mappings;
    std::int64_t m_recordedAt;
    Debuginfod* m_servers;
    std::shared_ptr<const Profile> m_profile;                          // null: no lines are kept
    std::map<std::string_view, std::vector<const KeptSource*>> m_kept; // by file
    std::map<std::string, Entry> m_entries;                            // by file
};

} // namespace candela
