#include "app/recording/source_keeper.h"

#include "app/recording/source_names.h"
#include "model/base/version.h"
#include "model/recording/kept_source_message.h"
#include "model/recording/stream_limits.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <sys/stat.h>

namespace candela {

namespace {

/// Lines before and after those of a function: what annotations show around lines with weight.
constexpr std::uint32_t linesAround = 3;
/// The distance of a line from its function's first one, above which the two are taken for unrelated.
constexpr std::uint32_t maximumFunctionLines = 20'000;
/// The number of programs of a file that are looked at.
constexpr std::size_t maximumModules = 64;
constexpr std::int64_t second = 1'000'000'000;

/// Row 0 is the empty string even if there are no strings.
std::string textAt(const recording::Segment& segment, std::uint32_t row) {
    return row == 0 ? std::string() : segment.strings(static_cast<int>(row));
}

std::string modulePath(const recording::Segment& segment, std::uint32_t mappingPlusOne) {
    return mappingPlusOne == 0
               ? std::string()
               : textAt(segment, segment.mappings(static_cast<int>(mappingPlusOne) - 1).path());
}

template<typename Column>
auto valueAt(const Column& column, int row) {
    return column.empty() ? typename Column::value_type{} : column[row];
}

/// Puts lines into segments of the usual size.
class SourceSegments {
public:
    explicit SourceSegments(const recording::Segment& header) : m_header(header) {}

    void add(const std::string& file, const KeptSource& source) {
        if (m_segments.empty() || m_size > maximumUsualSegmentSize) begin();
        auto& segment = m_segments.back();
        if (m_file != file) {
            segment.add_strings(file);
            m_file = file;
        }
        auto& message = *segment.add_sources();
        fillMessage(source, message, static_cast<std::uint32_t>(segment.strings_size() - 1));
        m_size += message.ByteSizeLong();
    }
    /// A warning that the capture has from then on.
    void warn(const std::string& sentence) {
        if (m_segments.empty()) begin();
        m_segments.back().add_warnings(sentence);
    }
    std::vector<recording::Segment> take() { return std::move(m_segments); }

private:
    void begin() {
        auto& segment = m_segments.emplace_back(m_header);
        segment.set_sequence(m_header.sequence() + m_segments.size());
        segment.add_strings();
        m_file.clear();
        m_size = 0;
    }

    const recording::Segment& m_header;
    std::vector<recording::Segment> m_segments;
    std::string m_file; // the last string of the last segment
    std::size_t m_size = 0;
};

/// Splits lines of a file into pieces that a recording may have.
class SourcePieces {
public:
    void add(std::uint32_t number, std::string_view line) {
        if (line.size() > maximumKeptLine) return;
        if (m_pieces.empty() || m_size + line.size() + 1 > maximumKeptText) {
            m_pieces.push_back({.file = StringIndex(0), .runs = {}});
            m_size = 0;
        }
        auto& runs = m_pieces.back().runs;
        if (runs.empty() || runs.back().end() != number) runs.push_back({number, {}});
        runs.back().lines.emplace_back(line);
        m_size += line.size() + 1;
    }
    std::vector<KeptSource> take() { return std::move(m_pieces); }

private:
    std::vector<KeptSource> m_pieces;
    std::size_t m_size = 0; // of the last one
};

} // namespace

void SourceKeeper::observe(const recording::Segment& segment) {
    rememberHeader(segment);
    for (const auto& code : segment.code())
        addCode(segment, code);
    addFrames(segment);
}

/// What every segment states about the whole recording: readers take it from the last one.
void SourceKeeper::rememberHeader(const recording::Segment& segment) {
    m_header.Clear();
    m_header.set_format_version(recordingFormatVersion);
    m_header.set_written_by(std::string(programVersion()));
    m_header.set_sequence(segment.sequence());
    m_header.set_recording_id(segment.recording_id());
    m_header.set_start_time(segment.end_time());
    m_header.set_end_time(segment.end_time());
    m_header.set_recording_start_time(segment.recording_start_time());
    m_header.set_recording_start_unix(segment.recording_start_unix());
    *m_header.mutable_machine() = segment.machine();
    *m_header.mutable_settings() = segment.settings();
    if (segment.has_recorder()) *m_header.mutable_recorder() = segment.recorder();
    *m_header.mutable_tables() = segment.tables();
    m_header.set_has_cpu_account(segment.has_cpu_account());
    m_header.set_provenance(segment.provenance());
    m_header.set_counts_from_image(segment.counts_from_image());
    m_header.set_is_last(segment.is_last());
}

void SourceKeeper::addCode(const recording::Segment& segment, const recording::FunctionCode& code) {
    const auto module = textAt(segment, segment.mappings(static_cast<int>(code.mapping())).path());
    std::vector<std::uint32_t> lastLines(static_cast<std::size_t>(code.function_name_size()));
    std::vector<std::uint32_t> firstLines(lastLines.size(), std::numeric_limits<std::uint32_t>::max());
    for (int row = 0; row < code.frame_line_size(); ++row) {
        const auto line = code.frame_line(row);
        if (line == 0) continue;
        const auto function = code.frame_function(row);
        lastLines[function] = std::max(lastLines[function], line);
        firstLines[function] = std::min(firstLines[function], line);
    }
    for (std::size_t function = 0; function < lastLines.size(); ++function) {
        if (lastLines[function] == 0) continue;
        const auto row = static_cast<int>(function);
        const auto file = textAt(segment, code.function_file(row));
        const auto declared = code.function_start_line(row);
        addLines(file, module, declared, firstLines[function]);
        addLines(file, module, firstLines[function], lastLines[function]);
    }
}

/// Functions without kept code: their lines are those that samples hit.
void SourceKeeper::addFrames(const recording::Segment& segment) {
    const auto& frames = segment.frames();
    for (int row = 0; row < frames.line_size(); ++row) {
        const auto functionPlusOne = valueAt(frames.function_plus_one(), row);
        if (functionPlusOne == 0 || frames.line(row) == 0) continue;
        if (valueAt(frames.kind(), row) == recording::KERNEL) continue;
        const auto& function = segment.functions(static_cast<int>(functionPlusOne) - 1);
        if (function.file() == 0) continue;
        addLines(textAt(segment, function.file()), modulePath(segment, function.mapping_plus_one()),
                 function.start_line(), frames.line(row));
    }
}

/// Adds the lines from the first one to the other one; from that one alone if they are not related.
void SourceKeeper::addLines(const std::string& file, const std::string& module, std::uint32_t firstLine,
                            std::uint32_t line) {
    if (file.empty() || line == 0) return;
    auto found = m_files.find(file);
    if (found == m_files.end()) {
        m_isFull |= m_files.size() == maximumFiles;
        if (m_files.size() == maximumFiles) return;
        found = m_files.try_emplace(file).first;
    }
    auto& [lines, modules, hits] = found->second;
    ++hits;
    if (!module.empty() && modules.size() < maximumModules) modules.insert(module);
    if (m_ranges == maximumRanges) {
        m_isFull = true;
        return;
    }
    const bool isRelated = firstLine != 0 && firstLine <= line && line - firstLine <= maximumFunctionLines;
    const auto first = isRelated ? firstLine : line;
    const auto last =
        std::min<std::uint64_t>(std::uint64_t{line} + linesAround, std::numeric_limits<std::uint32_t>::max());
    m_ranges -= lines.size();
    lines.add(first > linesAround ? first - linesAround : 1, static_cast<std::uint32_t>(last));
    m_ranges += lines.size();
}

/// Whether the text may be another one than what was compiled: it was changed after a program was built that
/// has code of it, or after the recording began. Times of file systems are compared in seconds.
bool SourceKeeper::isNewer(const SourceText& text, const File& file) const {
    auto latest = std::numeric_limits<std::int64_t>::max();
    if (m_header.recording_start_unix() != 0) latest = m_header.recording_start_unix() / second;
    if (m_machine == RecordedMachine::This) {
        for (const auto& module : file.modules) {
            struct stat status {};
            if (::stat(module.c_str(), &status) == 0)
                latest = std::min<std::int64_t>(latest, status.st_mtim.tv_sec);
        }
    }
    return text.changeTime / second > latest;
}

std::vector<KeptSource> SourceKeeper::keptLines(const std::string& name, const File& file, Task& task) {
    SourceFinder finder(m_mappings, noTime, nullptr); // of its own, so that texts do not add up
    const auto* text = finder.find(name, {}, task);
    if (!text) {
        ++m_counts.missing;
        return {};
    }
    if (!isSourcePath(text->realPath)) {
        ++m_counts.others;
        return {};
    }
    if (isNewer(*text, file)) {
        ++m_counts.newer;
        return {};
    }
    SourcePieces pieces;
    for (const auto& [first, last] : file.lines.lasts()) {
        const auto end = std::min(last, text->lastLine());
        for (auto number = first; number <= end; ++number)
            pieces.add(number, text->line(number));
    }
    return pieces.take();
}

std::vector<recording::Segment> SourceKeeper::segments(Task& task) {
    std::vector<const std::pair<const std::string, File>*> files;
    for (const auto& file : m_files)
        files.push_back(&file);
    std::ranges::stable_sort(files, std::ranges::greater(),
                             [](const auto* file) { return file->second.hits; });
    SourceSegments segments(m_header);
    for (const auto* file : files) {
        bool isKept = false;
        for (const auto& piece : keptLines(file->first, file->second, task)) {
            const auto bytes = piece.size(), lines = piece.lines();
            const bool hasRoom =
                bytes <= maximumKeptSources - m_counts.bytes && lines <= maximumKeptLines - m_counts.lines;
            m_isFull |= !hasRoom;
            if (!hasRoom) continue;
            segments.add(file->first, piece);
            m_counts.bytes += bytes;
            m_counts.lines += lines;
            isKept = true;
        }
        m_counts.files += isKept;
        if (task.isCancelled()) return {};
    }
    if (m_isFull) segments.warn(tooMuchSourceSentence());
    return segments.take();
}

} // namespace candela
