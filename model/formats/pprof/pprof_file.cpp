#include "model/formats/pprof/pprof_file.h"

#include "model/formats/input/input.h"
#include "model/formats/pprof/pprof_sample_rows.h"

namespace candela {

namespace {

constexpr std::size_t bytesAtOnce = 1024 * 1024;

PprofValueType readValueType(std::span<const std::byte> message, bool& isDamaged) {
    PprofValueType type;
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == pprof_field::Type) type.type = reader.number();
        if (reader.field() == pprof_field::Unit) type.unit = reader.number();
    }
    isDamaged |= reader.failed();
    return type;
}

PprofMapping readMapping(std::span<const std::byte> message, bool& isDamaged) {
    PprofMapping mapping;
    WireReader reader(message);
    while (reader.next()) {
        switch (reader.field()) {
        case pprof_field::MappingId:
            mapping.id = reader.number();
            break;
        case pprof_field::MemoryStart:
            mapping.start = reader.number();
            break;
        case pprof_field::MemoryLimit:
            mapping.limit = reader.number();
            break;
        case pprof_field::FileOffset:
            mapping.offset = reader.number();
            break;
        case pprof_field::FileName:
            mapping.file = reader.number();
            break;
        case pprof_field::BuildId:
            mapping.buildId = reader.number();
            break;
        default:
            break;
        }
    }
    isDamaged |= reader.failed();
    return mapping;
}

PprofLine readLine(std::span<const std::byte> message, bool& isDamaged) {
    PprofLine line;
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == pprof_field::LineFunction) line.function = reader.number();
        if (reader.field() == pprof_field::LineNumber) line.line = reader.signedNumber();
    }
    isDamaged |= reader.failed();
    return line;
}

PprofLocation readLocation(std::span<const std::byte> message, std::vector<PprofLine>& lines,
                           bool& isDamaged) {
    PprofLocation location;
    location.firstLine = static_cast<std::uint32_t>(lines.size());
    WireReader reader(message);
    while (reader.next()) {
        switch (reader.field()) {
        case pprof_field::LocationRowId:
            location.id = reader.number();
            break;
        case pprof_field::LocationMapping:
            location.mapping = reader.number();
            break;
        case pprof_field::Address:
            location.address = reader.number();
            break;
        case pprof_field::Line:
            lines.push_back(readLine(reader.bytes(), isDamaged));
            break;
        default:
            break;
        }
    }
    location.lineCount = static_cast<std::uint32_t>(lines.size()) - location.firstLine;
    isDamaged |= reader.failed();
    return location;
}

PprofFunction readFunction(std::span<const std::byte> message, bool& isDamaged) {
    PprofFunction function;
    WireReader reader(message);
    while (reader.next()) {
        switch (reader.field()) {
        case pprof_field::FunctionId:
            function.id = reader.number();
            break;
        case pprof_field::Name:
            function.name = reader.number();
            break;
        case pprof_field::SystemName:
            function.systemName = reader.number();
            break;
        case pprof_field::FunctionFile:
            function.file = reader.number();
            break;
        case pprof_field::StartLine:
            function.startLine = reader.signedNumber();
            break;
        default:
            break;
        }
    }
    isDamaged |= reader.failed();
    return function;
}

/// The type of a field: a number, numbers (one by one or packed), a text, or a message.
enum class Shape {
    Unknown,
    Number,
    Numbers,
    Text,
    Profile,
    ValueType,
    Sample,
    Mapping,
    Location,
    Function,
    Label,
    Line
};

Shape shapeInProfile(std::uint64_t field) {
    switch (field) {
    case pprof_field::SampleType:
    case pprof_field::PeriodType:
        return Shape::ValueType;
    case pprof_field::Sample:
        return Shape::Sample;
    case pprof_field::Mapping:
        return Shape::Mapping;
    case pprof_field::Location:
        return Shape::Location;
    case pprof_field::Function:
        return Shape::Function;
    case pprof_field::StringTable:
        return Shape::Text;
    case pprof_field::Comment:
        return Shape::Numbers;
    default:
        return field <= pprof_field::DocumentationUrl ? Shape::Number : Shape::Unknown;
    }
}

Shape shapeOf(Shape message, std::uint64_t field) {
    const auto numberUpTo = [&](std::uint64_t last) {
        return field <= last ? Shape::Number : Shape::Unknown;
    };
    if (field == 0) return Shape::Unknown;
    switch (message) {
    case Shape::Profile:
        return shapeInProfile(field);
    case Shape::Sample:
        if (field == pprof_field::Label) return Shape::Label;
        return field <= pprof_field::Value ? Shape::Numbers : Shape::Unknown;
    case Shape::Location:
        return field == pprof_field::Line ? Shape::Line : numberUpTo(pprof_field::IsFolded);
    case Shape::ValueType:
        return numberUpTo(pprof_field::Unit);
    case Shape::Line:
        return numberUpTo(pprof_field::LineColumn);
    case Shape::Label:
        return numberUpTo(pprof_field::NumberUnit);
    case Shape::Function:
        return numberUpTo(pprof_field::StartLine);
    case Shape::Mapping:
        return numberUpTo(pprof_field::HasInlineFrames);
    default:
        return Shape::Unknown;
    }
}

/// Whether the bytes are the start of a message of that type: the last field may be cut off.
bool isStartOf(Shape message, std::span<const std::byte> bytes);

bool fitsShape(const WireReader& field, Shape shape) {
    switch (shape) {
    case Shape::Unknown:
        return false;
    case Shape::Number:
        return field.type() == WireType::Varint;
    case Shape::Text:
        return field.type() == WireType::Bytes;
    case Shape::Numbers:
        return field.type() == WireType::Varint || field.type() == WireType::Bytes;
    default:
        return field.type() == WireType::Bytes && isStartOf(shape, field.bytes());
    }
}

/// Whether the bytes are the beginning of a field of the message that is cut off.
bool isCutField(Shape message, std::span<const std::byte> bytes) {
    std::uint64_t tag = 0;
    std::uint64_t length = 0;
    if (!takeVarint(bytes, tag)) return bytes.size() < 10;
    const auto shape = shapeOf(message, tag >> 3);
    if (shape == Shape::Unknown) return false;
    if ((tag & 7) == 0) return (shape == Shape::Number || shape == Shape::Numbers) && bytes.size() < 10;
    if ((tag & 7) != 2 || shape == Shape::Number) return false;
    if (!takeVarint(bytes, length)) return bytes.size() < 10;
    return length > bytes.size() && (shape <= Shape::Text || isStartOf(shape, bytes));
}

bool isStartOf(Shape message, std::span<const std::byte> bytes) {
    WireReader reader(bytes);
    while (reader.next()) {
        if (!fitsShape(reader, shapeOf(message, reader.field()))) return false;
    }
    return !reader.failed() || isCutField(message, reader.wholeField());
}

} // namespace

bool PprofFileReader::take(std::span<const std::byte> arrived, bool isAll) {
    WireReader reader(arrived.subspan(m_taken));
    const auto begin = m_taken;
    while (m_taken - begin < bytesAtOnce) {
        if (!reader.next()) {
            // Only damage if all bytes are here: the missing part may not have arrived yet.
            m_file.isDamaged |= isAll && reader.failed();
            return false;
        }
        m_taken += reader.wholeField().size();
        takeField(reader);
    }
    return true;
}

void PprofFileReader::takeField(const WireReader& field) {
    switch (field.field()) {
    case pprof_field::Sample:
        ++m_file.sampleCount;
        m_samples.add(field.bytes());
        break;
    case pprof_field::SampleType:
        m_file.valueTypes.push_back(readValueType(field.bytes(), m_file.isDamaged));
        break;
    case pprof_field::Mapping:
        m_file.mappings.push_back(readMapping(field.bytes(), m_file.isDamaged));
        break;
    case pprof_field::Location:
        m_file.locations.push_back(readLocation(field.bytes(), m_file.lines, m_file.isDamaged));
        break;
    case pprof_field::Function:
        m_file.functions.push_back(readFunction(field.bytes(), m_file.isDamaged));
        break;
    case pprof_field::StringTable:
        m_file.strings.push_back(field.text());
        break;
    case pprof_field::DropFrames:
        m_file.dropFrames = field.number();
        break;
    case pprof_field::KeepFrames:
        m_file.keepFrames = field.number();
        break;
    case pprof_field::TimeNanos:
        m_file.timeNanos = field.signedNumber();
        break;
    case pprof_field::DurationNanos:
        m_file.durationNanos = field.signedNumber();
        break;
    case pprof_field::PeriodType:
        m_file.periodType = readValueType(field.bytes(), m_file.isDamaged);
        break;
    case pprof_field::Period:
        m_file.period = field.signedNumber();
        break;
    case pprof_field::Comment:
        m_file.isDamaged |=
            !forEachNumber(field, [&](std::uint64_t text) { m_file.comments.push_back(text); });
        break;
    case pprof_field::DefaultSampleType:
        m_file.defaultSampleType = field.number();
        break;
    default:
        break;
    }
}

bool looksLikePprof(std::span<const std::byte> start, bool isCut) {
    if (!isStartOf(Shape::Profile, start)) return false;
    // Requires tables and an empty first string, as profiles have them, because a short text can look like a
    // few numbers.
    WireReader reader(start);
    bool hasStrings = false;
    bool hasTables = false;
    while (reader.next()) {
        if (reader.field() == pprof_field::StringTable) {
            if (!hasStrings && !reader.text().empty()) return false;
            hasStrings = true;
        }
        hasTables |= reader.type() == WireType::Bytes;
    }
    return hasTables || isCut;
}

} // namespace candela
