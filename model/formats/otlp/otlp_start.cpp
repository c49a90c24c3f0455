#include "model/formats/otlp/otlp_start.h"

#include "model/base/byte_reader.h"
#include "model/formats/encoding/wire_reader.h"
#include "model/formats/input/input.h"
#include "model/formats/input/unpack.h"
#include "model/formats/otlp/otlp_json_fields.h"
#include "model/formats/otlp/otlp_layout.h"

#include <algorithm>

namespace candela {

namespace {

/// Whether all complete fields of a Resource or a Scope have the expected types.
bool isOrigin(bool isScope, std::span<const std::byte> bytes) {
    WireReader reader(bytes);
    while (reader.next()) {
        const std::uint32_t count = isScope ? 4 : 2; // the number of attributes that were dropped
        const auto type = reader.field() == count ? WireType::Varint : WireType::Bytes;
        if (reader.field() <= 4 && reader.type() != type) return false;
    }
    return true;
}

bool isValueType(std::span<const std::byte> bytes) {
    WireReader reader(bytes);
    while (reader.next()) {
        if (reader.field() > 3 || reader.type() != WireType::Varint) return false;
    }
    return !reader.failed();
}

enum class Level { Data, Resource, Scope, Profile };

/// Checks the bytes that exist: the last field may be cut off.
bool isStartOf(Level level, std::span<const std::byte> bytes, bool isCut) {
    const auto fits = [&](std::uint64_t field, std::span<const std::byte> content, bool isContentCut) {
        const auto last = level == Level::Data ? 8u : 3u;
        if (field == 0 || field > last) return false;
        if (level == Level::Data && field == otlp_field::ResourceProfiles)
            return isStartOf(Level::Resource, content, isContentCut);
        if (level != Level::Data && level != Level::Profile && field == 1)
            return isOrigin(level == Level::Scope, content);
        if (level == Level::Resource && field == otlp_field::ScopeProfiles)
            return isStartOf(Level::Scope, content, isContentCut);
        if (level == Level::Scope && field == otlp_field::Profiles)
            return isStartOf(Level::Profile, content, isContentCut);
        return true;
    };
    bool isContainer = false;
    bool isOdd = false;
    bool isSecond = false; // there is a field after the first
    WireReader reader(bytes);
    while (reader.next()) {
        if (level == Level::Profile) {
            if (reader.field() > 22) return false;
            isContainer |= reader.field() == 2 && reader.type() == WireType::Fixed64;
            isOdd |= reader.field() == 1 && !isValueType(reader.bytes());
            isSecond |= reader.field() != 1;
        } else if (reader.type() != WireType::Bytes || !fits(reader.field(), reader.bytes(), false)) {
            return false;
        }
    }
    // In a message of spans, a trace's id is in the field in which a profile has its value type, or a
    // container its id.
    if (isOdd && isSecond && !isContainer) return false;
    if (!reader.failed()) return true;
    if (!isCut) return false;
    auto rest = reader.wholeField();
    std::uint64_t tag = 0;
    std::uint64_t length = 0;
    if (!takeVarint(rest, tag)) return rest.size() < 10;
    if (level == Level::Profile) return tag >> 3 > 0 && tag >> 3 <= 22;
    if ((tag & 7) != 2) return false;
    if (!takeVarint(rest, length)) return rest.size() < 10;
    return length > rest.size() && fits(tag >> 3, rest, true);
}

/// Whether a row means none: every field is missing, empty or zero.
bool isNullRow(std::span<const std::byte> row) {
    WireReader reader(row);
    while (reader.next()) {
        if (reader.number() != 0 || !reader.bytes().empty()) return false;
    }
    return !reader.failed();
}

/// Whether the bytes begin with a dictionary, which may precede the rest: each of its tables begins with a
/// row for none.
bool beginsWithDictionary(std::span<const std::byte> start) {
    std::uint64_t tag = 0;
    std::uint64_t length = 0;
    if (!takeVarint(start, tag) || tag != (otlp_field::Dictionary << 3 | 2)) return false;
    if (!takeVarint(start, length)) return false;
    WireReader table(start.first(std::min<std::uint64_t>(length, start.size())));
    std::uint32_t known = 0; // a bit for each table
    while (table.next()) {
        if (table.field() > 7 || table.type() != WireType::Bytes) return false;
        const auto bit = 1u << table.field();
        if (!(known & bit) && !isNullRow(table.bytes())) return false;
        known |= bit;
    }
    return known != 0;
}

/// The keys of a message that begins with its tables or without them.
bool looksLikeOtlpJson(const JsonStart& start) {
    constexpr std::string_view dictionary = "dictionary.";
    constexpr std::string_view tables[]{"mappingTable", "locationTable",  "functionTable",  "linkTable",
                                        "stringTable",  "attributeTable", "attributeUnits", "stackTable"};
    return start.hasAny([&](std::string_view path) {
        if (isOtlpName(path, "resourceProfiles")) return true;
        if (!path.starts_with(dictionary)) return false;
        const auto key = path.substr(dictionary.size());
        return std::ranges::any_of(tables, [&](std::string_view table) { return isOtlpName(key, table); });
    });
}

/// The first frame that is not empty decides.
bool looksLikeFrames(std::span<const std::byte> start) {
    // The maximum length of the first message: no text and no message without a length begins with such
    // bytes.
    constexpr std::uint32_t maximumLength = 1u << 27;
    constexpr std::size_t fewBytes = 16;
    std::uint32_t length = 0;
    while (length == 0) {
        if (start.size() <= otlpLengthSize) return false;
        length = otlpFrameLength(start);
        start = start.subspan(otlpLengthSize);
    }
    const bool isCut = length > start.size();
    if (length >= maximumLength || (isCut && start.size() < fewBytes)) return false;
    if (!isCut) start = start.first(length);
    if (packingOf(start) != Packing::Zstd)
        return beginsWithObject(start) ? looksLikeOtlpJson(JsonStart(asText(start)))
                                       : looksLikeOtlp(start, isCut);
    const auto unpacked = unpackStart(Packing::Zstd, start, Input::startSizes.front());
    const auto bytes = unpacked.block.bytes();
    if (bytes.empty()) return isCut; // the first block is incomplete
    return beginsWithObject(bytes) ? looksLikeOtlpJson(JsonStart(asText(bytes)))
                                   : looksLikeOtlp(bytes, isCut || bytes.size() >= Input::startSizes.front());
}

} // namespace

bool beginsWithObject(std::span<const std::byte> bytes) {
    const auto text = asText(bytes);
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

OtlpForm otlpFormOf(const FileStart& start) {
    if (looksLikeOtlp(start.bytes(), start.isCut())) return OtlpForm::Message;
    if (looksLikeFrames(start.bytes())) return OtlpForm::Frames;
    return looksLikeOtlpJson(start.json()) ? OtlpForm::Json : OtlpForm::None;
}

bool looksLikeOtlp(std::span<const std::byte> start, bool isCut) {
    if (beginsWithDictionary(start)) return isCut || findOtlpLayout(start) != nullptr;
    WireReader reader(start);
    const bool isWhole = reader.next();
    if (!isWhole && !(isCut && !start.empty() && start[0] == std::byte{0x0a})) return false;
    if (isWhole && (reader.field() != otlp_field::ResourceProfiles || reader.type() != WireType::Bytes))
        return false;
    if (!isStartOf(Level::Data, start, isCut)) return false;
    return isCut || findOtlpLayout(start) != nullptr;
}

} // namespace candela
