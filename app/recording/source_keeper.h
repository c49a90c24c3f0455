/// Keeps the source lines of the functions that a recording hit: collects from its segments which lines those
/// are, and makes segments with their text, which are appended to the recording. The recorder has no part in
/// it: files are opened with the rights of the user who records, and only those of this machine.
#pragma once

#include "app/recording/line_ranges.h"
#include "model/base/task.h"
#include "model/code/source_finder.h"
#include "model/profile/kept_source.h"
#include "model/recording/recording.pb.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace candela {

/// What was kept, and why the others were not: numbers of files.
struct KeptSourceCounts {
    std::size_t lines = 0;
    std::size_t bytes = 0;
    std::size_t files = 0;
    std::size_t newer = 0;   ///< changed after their program was built, or since the recording began
    std::size_t missing = 0; ///< not on this machine, or not readable
    std::size_t others = 0;  ///< no sources, by their names (isSourcePath())
};

/// The machine that is recorded: programs of another one can't be compared with sources of this one by time.
enum class RecordedMachine : std::uint8_t { This, Another };

class SourceKeeper {
public:
    /// The limits of what segments may name: beyond them, lines are left out.
    static constexpr std::size_t maximumFiles = 20'000;
    static constexpr std::size_t maximumRanges = 500'000;

    SourceKeeper(std::vector<PathMapping> mappings, RecordedMachine machine)
        : m_mappings(std::move(mappings)), m_machine(machine) {}

    /// Takes each segment of the recording, in order; it must have passed check().
    void observe(const recording::Segment& segment);
    /// The segments to append behind the last one of a recording that ended. None if there is no line to
    /// keep. Reads the files.
    std::vector<recording::Segment> segments(Task& task);
    /// What segments() kept.
    const KeptSourceCounts& counts() const { return m_counts; }

private:
    struct File {
        LineRanges lines;
        std::set<std::string> modules; ///< paths of programs that have code of the file
        std::uint64_t hits = 0;        ///< how often segments name it
    };

    void addCode(const recording::Segment& segment, const recording::FunctionCode& code);
    void addFrames(const recording::Segment& segment);
    void addLines(const std::string& file, const std::string& module, std::uint32_t firstLine,
                  std::uint32_t line);
    void rememberHeader(const recording::Segment& segment);
    bool isNewer(const SourceText& text, const File& file) const;
    std::vector<KeptSource> keptLines(const std::string& name, const File& file, Task& task);

    std::vector<PathMapping> m_mappings;
    RecordedMachine m_machine;
    std::map<std::string, File> m_files; // by path in debug information
    std::size_t m_ranges = 0;
    bool m_isFull = false;       // lines were left out
    recording::Segment m_header; // of the last segment: what is not about its samples
    KeptSourceCounts m_counts;
};

} // namespace candela
