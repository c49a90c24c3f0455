#include "model/formats/jfr/jfr_chunk.h"

#include "model/base/letters.h"
#include "model/formats/encoding/text_numbers.h"

#include <algorithm>
#include <bit>

namespace candela {

namespace {

constexpr int maximumTreeDepth = 16;
constexpr int maximumValueDepth = 8;

template<typename Number>
Number readBig(ByteReader& reader) {
    auto number = reader.read<Number>();
    if constexpr (sizeof(Number) == 2) number = static_cast<Number>(__builtin_bswap16(number));
    if constexpr (sizeof(Number) == 4) number = __builtin_bswap32(number);
    if constexpr (sizeof(Number) == 8) number = __builtin_bswap64(number);
    return number;
}

/// A number with seven bits in each byte, lowest first; the ninth byte has eight.
std::uint64_t readCompressed(ByteReader& reader) {
    std::uint64_t value = 0;
    for (unsigned index = 0; index < 9; ++index) {
        const auto byte = reader.read<std::uint8_t>();
        value |= std::uint64_t{index == 8 ? byte : byte & 0x7fu} << (7 * index);
        if (!(byte & 0x80)) break;
    }
    return value;
}

JfrClass::Kind classKind(std::string_view name) {
    using Kind = JfrClass::Kind;
    constexpr std::pair<std::string_view, Kind> kinds[] = {
        {"boolean", Kind::Boolean}, {"byte", Kind::Byte},     {"char", Kind::Char},
        {"short", Kind::Short},     {"int", Kind::Int},       {"long", Kind::Long},
        {"float", Kind::Float},     {"double", Kind::Double}, {"java.lang.String", Kind::String}};
    for (const auto& [known, kind] : kinds) {
        if (known == name) return kind;
    }
    return Kind::Struct;
}

} // namespace

struct JfrChunk::Element {
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>> attributes;
    std::vector<Element> children;

    std::string_view attribute(std::string_view key) const {
        for (const auto& [known, value] : attributes) {
            if (known == key) return value;
        }
        return {};
    }
    std::uint64_t number(std::string_view key) const {
        return parseNumber<std::uint64_t>(attribute(key)).value_or(0);
    }
};

std::optional<JfrHeader> JfrHeader::read(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    if (reader.text(4) != std::string_view("FLR\0", 4)) return std::nullopt;
    const auto major = readBig<std::uint16_t>(reader);
    readBig<std::uint16_t>(reader);
    JfrHeader header;
    header.chunkSize = readBig<std::uint64_t>(reader);
    header.constantsOffset = readBig<std::uint64_t>(reader);
    header.metadataOffset = readBig<std::uint64_t>(reader);
    header.startNanos = static_cast<std::int64_t>(readBig<std::uint64_t>(reader));
    header.durationNanos = static_cast<std::int64_t>(readBig<std::uint64_t>(reader));
    header.startTicks = static_cast<std::int64_t>(readBig<std::uint64_t>(reader));
    header.ticksPerSecond = static_cast<std::int64_t>(readBig<std::uint64_t>(reader));
    header.isCompressed = (readBig<std::uint32_t>(reader) & 1) != 0;
    if (reader.failed() || major < 1 || major > 2) return std::nullopt;
    return header;
}

bool JfrHeader::isTooOld(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    return reader.text(4) == std::string_view("FLR\0", 4) && readBig<std::uint16_t>(reader) == 0 &&
           !reader.failed();
}

bool JfrChunk::open() {
    if (!readMetadata()) return false;
    readConstants();
    return true;
}

ByteReader JfrChunk::readerAt(std::size_t offset) const {
    ByteReader reader(m_bytes);
    reader.seek(offset);
    return reader;
}

ByteReader JfrChunk::eventReader(std::size_t offset, std::size_t size) const {
    ByteReader reader(m_bytes.first(offset + std::min(size, m_bytes.size() - offset)));
    reader.seek(offset);
    return reader;
}

std::uint64_t JfrChunk::readLong(ByteReader& reader) const {
    return m_header.isCompressed ? readCompressed(reader) : readBig<std::uint64_t>(reader);
}

std::uint64_t JfrChunk::readInt(ByteReader& reader) const {
    return m_header.isCompressed ? readCompressed(reader) : readBig<std::uint32_t>(reader);
}

std::string JfrChunk::readText(ByteReader& reader) const {
    switch (reader.read<std::uint8_t>()) {
    case 2: { // a constant
        const auto offset = constant(m_stringType, readLong(reader));
        if (!offset) return {};
        auto there = readerAt(*offset);
        const auto coding = there.peek().empty() ? std::byte{0} : there.peek()[0];
        return coding == std::byte{2} ? std::string() : readText(there);
    }
    case 3: // UTF-8
        return std::string(reader.text(readInt(reader)));
    case 4: { // letters as numbers of variable length
        const auto count = readInt(reader);
        std::string text;
        if (!reader.canHold(count, 1)) {
            reader.seek(m_bytes.size() + 1);
            return text;
        }
        for (std::uint64_t index = 0; index < count; ++index)
            appendUtf8(text, static_cast<char16_t>(m_header.isCompressed ? readCompressed(reader)
                                                                         : readBig<std::uint16_t>(reader)));
        return text;
    }
    case 5: { // Latin-1
        std::string text;
        for (const auto letter : reader.text(readInt(reader)))
            appendUtf8(text, static_cast<unsigned char>(letter));
        return text;
    }
    default: // 0: null, 1: empty
        return {};
    }
}

bool JfrChunk::readMetadata() {
    auto reader = readerAt(m_header.metadataOffset);
    readInt(reader);  // size
    readLong(reader); // type
    readLong(reader); // start
    readLong(reader); // duration
    readLong(reader); // id
    const auto count = readInt(reader);
    if (!reader.canHold(count, 1)) return false;
    for (std::uint64_t row = 0; row < count && !reader.failed(); ++row)
        m_strings.push_back(readText(reader));
    const auto root = readElement(reader, 0);
    if (!root || reader.failed()) return false;
    readClasses(*root, 0);
    dropEmptyFields();
    return !m_classes.empty();
}

/// Removes fields whose values have no bytes: nested classes of such fields could be walked without end.
void JfrChunk::dropEmptyFields() {
    const auto isEmpty = [this](const JfrField& field) {
        const auto* type = findClass(field.type);
        return !field.isArray && !field.isConstant && type && type->kind == JfrClass::Kind::Struct &&
               type->fields.empty();
    };
    // Values are not read deeper than this.
    for (int depth = 0; depth <= maximumValueDepth; ++depth) {
        for (auto& [id, type] : m_classes)
            std::erase_if(type.fields, isEmpty);
    }
}

std::optional<JfrChunk::Element> JfrChunk::readElement(ByteReader& reader, int depth) const {
    if (depth > maximumTreeDepth) return std::nullopt;
    const auto text = [&](std::uint64_t row) {
        return row < m_strings.size() ? std::string_view(m_strings[row]) : std::string_view();
    };
    Element element;
    element.name = text(readInt(reader));
    const auto attributes = readInt(reader);
    if (!reader.canHold(attributes, 2)) return std::nullopt;
    for (std::uint64_t row = 0; row < attributes; ++row) {
        const auto key = text(readInt(reader));
        element.attributes.emplace_back(key, text(readInt(reader)));
    }
    const auto children = readInt(reader);
    if (!reader.canHold(children, 3)) return std::nullopt;
    for (std::uint64_t row = 0; row < children && !reader.failed(); ++row) {
        auto child = readElement(reader, depth + 1);
        if (!child) return std::nullopt;
        element.children.push_back(std::move(*child));
    }
    return element;
}

void JfrChunk::readClasses(const Element& element, int depth) {
    for (const auto& child : element.children) {
        if (child.name != "class") {
            if (depth < maximumTreeDepth) readClasses(child, depth + 1);
            continue;
        }
        JfrClass type;
        type.name = child.attribute("name");
        type.kind = classKind(type.name);
        for (const auto& part : child.children) {
            if (part.name == "field")
                type.fields.push_back({part.attribute("name"), part.number("class"),
                                       part.attribute("constantPool") == "true",
                                       part.number("dimension") > 0});
        }
        const auto id = child.number("id");
        if (type.kind == JfrClass::Kind::String) m_stringType = id;
        m_classes[id] = std::move(type);
    }
}

/// Constants are in several events, of which the position of the last is known; each states its distance to
/// the previous one. Events must be in ascending order, so that no byte is read twice.
void JfrChunk::readConstants() {
    std::uint64_t offset = m_header.constantsOffset;
    std::uint64_t end = m_bytes.size();
    while (offset >= JfrHeader::size && offset < end) {
        auto head = readerAt(offset);
        const auto size = readInt(head);
        auto reader = eventReader(offset, std::min(size, end - offset));
        m_isDamaged |= size > end - offset;
        readInt(reader);  // size
        readLong(reader); // type
        readLong(reader); // start
        readLong(reader); // duration
        const auto step = readLong(reader);
        reader.skip(1);
        m_isDamaged |= !readPools(reader);
        end = offset;
        if (step == 0) return;
        offset += step; // a negative number
    }
    m_isDamaged = true;
}

bool JfrChunk::readPools(ByteReader& reader) {
    const auto pools = readInt(reader);
    for (std::uint64_t pool = 0; pool < pools && !reader.failed(); ++pool) {
        const auto type = readLong(reader);
        const auto count = readInt(reader);
        if (!findClass(type) || !reader.canHold(count, 1)) return false;
        for (std::uint64_t row = 0; row < count && !reader.failed(); ++row) {
            const auto key = readLong(reader);
            m_constants.try_emplace({type, key}, reader.offset());
            skipValue(type, reader, 0);
        }
    }
    return !reader.failed();
}

const JfrClass* JfrChunk::findClass(std::uint64_t type) const {
    const auto found = m_classes.find(type);
    return found == m_classes.end() ? nullptr : &found->second;
}

std::optional<std::size_t> JfrChunk::constant(std::uint64_t type, std::uint64_t key) const {
    const auto found = m_constants.find(std::pair(type, key));
    return found == m_constants.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t JfrChunk::readNumber(const JfrField& field, ByteReader& reader) const {
    const auto* type = findClass(field.type);
    if (field.isArray || !type) {
        skip(field, reader);
        return 0;
    }
    if (field.isConstant) return readLong(reader);
    using Kind = JfrClass::Kind;
    switch (type->kind) {
    case Kind::Boolean:
    case Kind::Byte:
        return reader.read<std::uint8_t>();
    case Kind::Char:
    case Kind::Short:
        return m_header.isCompressed ? readCompressed(reader) : readBig<std::uint16_t>(reader);
    case Kind::Int:
        return readInt(reader);
    case Kind::Long:
        return readLong(reader);
    default:
        skip(field, reader);
        return 0;
    }
}

double JfrChunk::readReal(const JfrField& field, ByteReader& reader) const {
    const auto* type = findClass(field.type);
    if (type && !field.isArray && !field.isConstant) {
        if (type->kind == JfrClass::Kind::Float) return std::bit_cast<float>(readBig<std::uint32_t>(reader));
        if (type->kind == JfrClass::Kind::Double)
            return std::bit_cast<double>(readBig<std::uint64_t>(reader));
    }
    return double(static_cast<std::int64_t>(readNumber(field, reader)));
}

void JfrChunk::skip(const JfrField& field, ByteReader& reader, int depth) const {
    std::uint64_t count = 1;
    if (field.isArray) {
        count = readInt(reader);
        if (!reader.canHold(count, 1)) return reader.seek(m_bytes.size() + 1);
    }
    for (std::uint64_t row = 0; row < count && !reader.failed(); ++row) {
        const auto before = reader.offset();
        if (field.isConstant)
            readLong(reader);
        else
            skipValue(field.type, reader, depth + 1);
        if (reader.offset() == before) return; // values without bytes would never end
    }
}

void JfrChunk::skipValue(std::uint64_t id, ByteReader& reader, int depth) const {
    const auto* type = findClass(id);
    if (!type || depth > maximumValueDepth) return reader.seek(m_bytes.size() + 1);
    using Kind = JfrClass::Kind;
    switch (type->kind) {
    case Kind::Boolean:
    case Kind::Byte:
        return reader.skip(1);
    case Kind::Float:
        return reader.skip(4);
    case Kind::Double:
        return reader.skip(8);
    case Kind::Char:
    case Kind::Short:
        if (!m_header.isCompressed) return reader.skip(2);
        readCompressed(reader);
        return;
    case Kind::Int:
        readInt(reader);
        return;
    case Kind::Long:
        readLong(reader);
        return;
    case Kind::String: {
        const auto coding = reader.read<std::uint8_t>();
        if (coding == 2) readLong(reader);
        if (coding == 3 || coding == 5) reader.skip(readInt(reader));
        if (coding != 4) return;
        for (auto count = readInt(reader); count > 0 && !reader.failed(); --count)
            m_header.isCompressed ? void(readCompressed(reader)) : reader.skip(2);
        return;
    }
    case Kind::Struct:
        for (const auto& field : type->fields) {
            if (reader.failed()) return;
            skip(field, reader, depth);
        }
    }
}

} // namespace candela
