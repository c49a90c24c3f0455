/// The tables of a pprof file, unchanged: rows refer to each other by the file's own ids, and to texts by
/// number. Format: google/pprof, proto/profile.proto. Texts are views into the file's bytes.
#pragma once

#include "model/formats/encoding/wire_reader.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace candela {

/// The field numbers of the messages in profile.proto.
namespace pprof_field {
enum Profile : std::uint32_t {
    SampleType = 1,
    Sample,
    Mapping,
    Location,
    Function,
    StringTable,
    DropFrames,
    KeepFrames,
    TimeNanos,
    DurationNanos,
    PeriodType,
    Period,
    Comment,
    DefaultSampleType,
    DocumentationUrl
};
enum ValueType : std::uint32_t { Type = 1, Unit };
enum Sample : std::uint32_t { LocationId = 1, Value, Label };
enum Label : std::uint32_t { Key = 1, Text, Number, NumberUnit };
enum Mapping : std::uint32_t {
    MappingId = 1,
    MemoryStart,
    MemoryLimit,
    FileOffset,
    FileName,
    BuildId,
    HasFunctions,
    HasFileNames,
    HasLineNumbers,
    HasInlineFrames
};
enum Location : std::uint32_t { LocationRowId = 1, LocationMapping, Address, Line, IsFolded };
enum Line : std::uint32_t { LineFunction = 1, LineNumber, LineColumn };
enum Function : std::uint32_t { FunctionId = 1, Name, SystemName, FunctionFile, StartLine };
} // namespace pprof_field

struct PprofValueType {
    std::uint64_t type = 0;
    std::uint64_t unit = 0;
};

struct PprofMapping {
    std::uint64_t id = 0;
    std::uint64_t start = 0;
    std::uint64_t limit = 0;
    std::uint64_t offset = 0;
    std::uint64_t file = 0;
    std::uint64_t buildId = 0;
};

struct PprofLine {
    std::uint64_t function = 0; ///< id
    std::int64_t line = 0;
};

struct PprofLocation {
    std::uint64_t id = 0;
    std::uint64_t mapping = 0; ///< id; 0: none
    std::uint64_t address = 0;
    std::uint32_t firstLine = 0; ///< row in PprofFile::lines; the innermost inlined function is first
    std::uint32_t lineCount = 0;
};

struct PprofFunction {
    std::uint64_t id = 0;
    std::uint64_t name = 0;
    std::uint64_t systemName = 0;
    std::uint64_t file = 0;
    std::int64_t startLine = 0;
};

struct PprofFile {
    std::vector<std::string_view> strings;
    std::vector<PprofValueType> valueTypes;
    std::vector<PprofMapping> mappings;
    std::vector<PprofLocation> locations;
    std::vector<PprofLine> lines;
    std::vector<PprofFunction> functions;
    std::vector<std::uint64_t> comments;
    PprofValueType periodType;
    std::size_t sampleCount = 0;
    std::uint64_t dropFrames = 0;
    std::uint64_t keepFrames = 0;
    std::uint64_t defaultSampleType = 0;
    std::int64_t timeNanos = 0;
    std::int64_t durationNanos = 0;
    std::int64_t period = 0;
    bool isDamaged = false; ///< the file ended early or is not protobuf; the rows before the damage are kept

    /// The text of that number; empty if there is none.
    std::string_view text(std::uint64_t number) const {
        return number < strings.size() ? strings[static_cast<std::size_t>(number)] : std::string_view();
    }
};

class PprofSampleRows;

/// Reads a message while its bytes arrive. Never fails: damage is recorded in the file's tables.
class PprofFileReader {
public:
    PprofFileReader(PprofFile& file, PprofSampleRows& samples) : m_file(file), m_samples(samples) {}

    /// Reads complete fields in `arrived`, which starts at the message's first byte, for a few milliseconds.
    /// False if there are no more complete fields.
    bool take(std::span<const std::byte> arrived, bool isAll);
    /// Bytes.
    std::size_t taken() const { return m_taken; }

private:
    void takeField(const WireReader& field);

    PprofFile& m_file;
    PprofSampleRows& m_samples;
    std::size_t m_taken = 0;
};

/// Whether the start of a file can be a pprof message:
/// all its complete fields are known and well-formed.
bool looksLikePprof(std::span<const std::byte> start, bool isCut);

} // namespace candela
