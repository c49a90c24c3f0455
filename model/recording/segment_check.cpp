#include "model/recording/segment_check.h"

#include "model/profile/kept_source.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace candela {

namespace {

using recording::Segment;

/// The largest of several values. With one maximum instead of four, each step would wait for the one before.
std::uint32_t largestOf(const std::uint32_t* values, int count) {
    std::array<std::uint32_t, 4> largest{};
    int row = 0;
    for (; row + 4 <= count; row += 4)
        for (int lane = 0; lane < 4; ++lane)
            largest[lane] = std::max(largest[lane], values[row + lane]);
    for (; row < count; ++row)
        largest[0] = std::max(largest[0], values[row]);
    return std::ranges::max(largest);
}

/// Finds the first error in a Segment.
class SegmentChecker {
public:
    explicit SegmentChecker(const Segment& segment) : m_segment(segment) {}

    std::string run() {
        checkLabelSets();
        checkProcesses();
        checkFunctions();
        checkFrames();
        checkStacks();
        for (const auto& samples : m_segment.samples())
            checkSamples(samples);
        for (const auto& code : m_segment.code())
            checkCode(code);
        for (const auto& source : m_segment.sources())
            checkSource(source);
        if (m_sourceLines > maximumKeptLines) fail("more lines of source than a recording has");
        checkLateNames();
        return m_problem;
    }

private:
    void fail(std::string_view what) {
        if (m_problem.empty()) m_problem = what;
    }
    void inRange(std::uint64_t row, std::uint64_t rows, std::string_view what) {
        if (row >= rows) fail(fmt::format("{} {} of {}", what, row, rows));
    }
    /// 0 is the empty string even if there are no strings.
    void string(std::uint32_t row, std::string_view what) {
        if (row != 0) inRange(row, static_cast<std::uint64_t>(m_segment.strings_size()), what);
    }
    void labelSet(std::uint32_t row, std::string_view what) {
        if (row != 0) inRange(row, static_cast<std::uint64_t>(m_segment.label_sets().size_size()), what);
    }
    void mapping(std::uint32_t rowPlusOne, std::string_view what) {
        inRange(rowPlusOne, static_cast<std::uint64_t>(m_segment.mappings_size()) + 1, what);
    }

    void sameRows(int rows, int expected, std::string_view what) {
        if (rows != expected) fail(fmt::format("column {} has {} of {} rows", what, rows, expected));
    }
    template<typename Column>
    void column(const Column& values, std::uint64_t rows, std::string_view what) {
        if (!values.empty() && static_cast<std::uint64_t>(values.size()) != rows)
            fail(fmt::format("column {} has {} of {} rows", what, values.size(), rows));
    }
    /// A column of row numbers, each of which must be smaller than the limit.
    template<typename Column>
    void rowColumn(const Column& values, std::uint64_t rows, std::uint64_t limit, std::string_view what) {
        column(values, rows, what);
        if (!values.empty()) inRange(largestOf(values.data(), values.size()), limit, what);
    }
    template<typename Column>
    void stringColumn(const Column& values, std::string_view what) {
        rowColumn(values, static_cast<std::uint64_t>(values.size()), stringRows(), what);
    }
    std::uint64_t stringRows() const {
        return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(m_segment.strings_size()));
    }

    void checkLabelSets() {
        const auto& sets = m_segment.label_sets();
        const auto labels = labelRows(sets);
        std::uint64_t sum = 0;
        for (const auto size : sets.size())
            sum += size;
        if (sum != labels) fail("label sets do not cover the labels");
        if (sets.size_size() > 0 && sets.size(0) != 0) fail("the first label set is not empty");
        rowColumn(sets.key(), labels, stringRows(), "label key");
        rowColumn(sets.text_plus_one(), labels, stringRows() + 1, "label text");
        column(sets.number(), labels, "label number");
        rowColumn(sets.unit_plus_one(), labels, stringRows() + 1, "label unit");
    }

    void checkProcesses() {
        for (const auto& process : m_segment.processes()) {
            string(process.name(), "process name");
            labelSet(process.label_set(), "process labels");
        }
        for (const auto& thread : m_segment.threads()) {
            inRange(thread.process(), static_cast<std::uint64_t>(m_segment.processes_size()),
                    "thread process");
            string(thread.name(), "thread name");
            labelSet(thread.label_set(), "thread labels");
        }
    }

    void checkFunctions() {
        for (const auto& mapping : m_segment.mappings()) {
            string(mapping.path(), "mapping path");
            string(mapping.build_id(), "build id");
        }
        for (const auto& function : m_segment.functions()) {
            string(function.name(), "function name");
            string(function.raw_name(), "function raw name");
            string(function.file(), "function file");
            mapping(function.mapping_plus_one(), "function mapping");
        }
    }

    void checkFrames() {
        const auto& frames = m_segment.frames();
        const auto rows = frameRows(frames);
        rowColumn(frames.function_plus_one(), rows,
                  static_cast<std::uint64_t>(m_segment.functions_size()) + 1, "frame function");
        rowColumn(frames.mapping_plus_one(), rows, static_cast<std::uint64_t>(m_segment.mappings_size()) + 1,
                  "frame mapping");
        column(frames.address(), rows, "frame address");
        column(frames.line(), rows, "frame line");
        rowColumn(frames.inline_depth(), rows, 1 << 16, "frame inline depth");
        column(frames.kind(), rows, "frame kind");
    }

    void checkStacks() {
        const auto& stacks = m_segment.stacks();
        const auto rows = stackRows(stacks);
        rowColumn(stacks.frame(), rows, frameRows(m_segment.frames()), "stack frame");
        if (stacks.frame().empty() && rows > 0) inRange(0, frameRows(m_segment.frames()), "stack frame");
        column(stacks.parent_plus_one(), rows, "stack parent");
        bool isOrdered = true;
        for (int row = 0; row < stacks.parent_plus_one_size(); ++row)
            isOrdered &= stacks.parent_plus_one(row) <= static_cast<std::uint32_t>(row);
        if (!isOrdered) fail("a stack comes before its parent");
    }

    void checkSamples(const recording::Samples& samples) {
        const auto rows = sampleRows(samples);
        column(samples.time_delta(), rows, "sample time");
        rowColumn(samples.thread_plus_one(), rows, static_cast<std::uint64_t>(m_segment.threads_size()) + 1,
                  "sample thread");
        column(samples.cpu(), rows, "sample cpu");
        rowColumn(samples.stack_plus_one(), rows, stackRows(m_segment.stacks()) + 1, "sample stack");
        column(samples.weight(), rows, "sample weight");
        rowColumn(samples.label_set(), rows,
                  std::max<std::uint64_t>(1, static_cast<std::uint64_t>(m_segment.label_sets().size_size())),
                  "sample labels");
        column(samples.stack_end(), rows, "sample stack end");
    }

    void checkCode(const recording::FunctionCode& code) {
        inRange(code.mapping(), static_cast<std::uint64_t>(m_segment.mappings_size()), "mapping of code");
        if (code.machine() > 0xffff) fail("code for a processor that ELF files can't have");
        std::uint64_t bytes = 0;
        for (const auto size : code.part_size())
            bytes += size;
        if (bytes != code.bytes().size()) fail("the parts of code do not cover its bytes");
        sameRows(code.part_start_size(), code.part_size_size(), "part of code");
        std::uint64_t frames = 0;
        for (const auto count : code.line_frames())
            frames += count;
        const auto frameCount = static_cast<std::uint64_t>(code.frame_function_size());
        if (frames != frameCount) fail("the lines of code do not cover its frames");
        sameRows(code.line_delta_size(), code.line_frames_size(), "line of code");
        sameRows(code.frame_line_size(), code.frame_function_size(), "frame of code");
        const auto functions = code.function_name_size();
        rowColumn(code.frame_function(), frameCount, static_cast<std::uint64_t>(functions),
                  "function of code");
        sameRows(code.function_raw_name_size(), functions, "raw name in code");
        sameRows(code.function_file_size(), functions, "file of code");
        sameRows(code.function_start_line_size(), functions, "first line in code");
        stringColumn(code.function_name(), "name in code");
        stringColumn(code.function_raw_name(), "raw name in code");
        stringColumn(code.function_file(), "file of code");
        sameRows(code.target_delta_size(), code.target_name_size(), "target of code");
        stringColumn(code.target_name(), "name of a target");
    }

    void checkSource(const recording::SourceText& source) {
        string(source.file(), "file of source");
        sameRows(source.run_first_size(), source.run_lines_size(), "run of source");
        std::uint64_t lines = 0;
        for (const auto count : source.run_lines()) {
            if (count == 0) fail("a run of source has no lines");
            lines += count;
        }
        const auto& text = source.text();
        if (lines != static_cast<std::uint64_t>(std::ranges::count(text, '\n')))
            fail("the runs of source do not cover its lines");
        if (!text.empty() && text.back() != '\n') fail("the last line of source has no end");
        m_sourceLines += lines;
    }

    void checkLateNames() {
        const auto& names = m_segment.late_names();
        const auto rows = static_cast<std::uint64_t>(names.frame_size());
        if (rows != static_cast<std::uint64_t>(names.process_size()))
            fail(fmt::format("column late process has {} of {} rows", names.process_size(), rows));
        rowColumn(names.process(), rows, static_cast<std::uint64_t>(m_segment.processes_size()),
                  "late name's process");
        rowColumn(names.frame(), rows, frameRows(m_segment.frames()), "late name's frame");
    }

    const Segment& m_segment;
    std::uint64_t m_sourceLines = 0;
    std::string m_problem;
};

template<typename... Columns>
std::uint64_t longest(const Columns&... columns) {
    return static_cast<std::uint64_t>(std::max({columns.size()...}));
}

} // namespace

std::uint64_t labelRows(const recording::LabelSets& sets) {
    return longest(sets.key(), sets.text_plus_one(), sets.number(), sets.unit_plus_one());
}

std::uint64_t frameRows(const recording::Frames& frames) {
    return longest(frames.function_plus_one(), frames.mapping_plus_one(), frames.address(), frames.line(),
                   frames.inline_depth(), frames.kind());
}

std::uint64_t stackRows(const recording::Stacks& stacks) {
    return longest(stacks.parent_plus_one(), stacks.frame());
}

std::uint64_t sampleRows(const recording::Samples& samples) {
    return longest(samples.time_delta(), samples.thread_plus_one(), samples.cpu(), samples.stack_plus_one(),
                   samples.weight(), samples.label_set(), samples.stack_end());
}

std::string check(const Segment& segment) {
    return SegmentChecker(segment).run();
}

bool hasUsualRowCounts(std::string_view serialized) {
    // The maximum number of rows, by field number. Fields that are not listed are messages or numbers that
    // should occur once.
    struct Limit {
        int field;
        std::uint32_t rows;
    };
    constexpr std::uint32_t rows = 1 << 20;
    constexpr std::array<Limit, 14> limits{{
        {Segment::kStringsFieldNumber, rows},
        {Segment::kProcessesFieldNumber, rows},
        {Segment::kThreadsFieldNumber, rows},
        {Segment::kMappingsFieldNumber, rows},
        {Segment::kFunctionsFieldNumber, rows},
        {Segment::kSamplesFieldNumber, 1 << 10},
        {Segment::kLossesFieldNumber, 1 << 10},
        {Segment::kFailuresFieldNumber, 1 << 10},
        {Segment::kTablesFieldNumber, 1 << 10},
        {Segment::kIdleTimeFieldNumber, rows},
        {Segment::kWarningsFieldNumber, 1 << 10},
        {Segment::kCommentsFieldNumber, 1 << 10},
        {Segment::kCodeFieldNumber, 1 << 17},
        {Segment::kSourcesFieldNumber, 1 << 17},
    }};
    constexpr std::size_t maximumSettingsSize = 1 << 16;
    std::array<std::uint32_t, limits.size()> counts{};
    std::size_t settings = 0;

    google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(serialized.data()),
                                                 static_cast<int>(serialized.size()));
    while (const auto tag = input.ReadTag()) {
        using google::protobuf::internal::WireFormatLite;
        const auto field = WireFormatLite::GetTagFieldNumber(tag);
        const auto before = input.CurrentPosition();
        if (!WireFormatLite::SkipField(&input, tag)) return false;
        if (field == Segment::kSettingsFieldNumber)
            settings += static_cast<std::size_t>(input.CurrentPosition() - before);
        for (std::size_t row = 0; row < limits.size(); ++row)
            if (limits[row].field == field && ++counts[row] > limits[row].rows) return false;
    }
    return settings <= maximumSettingsSize;
}

} // namespace candela
