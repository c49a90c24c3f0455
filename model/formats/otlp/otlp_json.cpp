#include "model/formats/otlp/otlp_json.h"

#include "model/formats/encoding/wire_writer.h"
#include "model/formats/json/json_document.h"
#include "model/formats/otlp/otlp_json_fields.h"

#include <bit>

namespace candela {

namespace {

/// The share of the progress for finding out the version.
constexpr double shareOfLook = 0.2;

class Transcoder {
public:
    explicit Transcoder(const OtlpLayout& layout) : m_fields(layout) {}

    void message(OtlpJsonMessage kind, JsonValue value) {
        value.forEachField([&](JsonKey key, JsonValue field) { this->field(kind, key, field); });
    }
    void field(OtlpJsonMessage kind, JsonKey key, JsonValue value) {
        const auto* row = m_fields.find(kind, key.raw());
        if (!row || value.isNull()) return;
        switch (row->kind) {
        case OtlpJsonKind::Message:
        case OtlpJsonKind::Text:
            if (!value.forEachItem([&](JsonValue item) { part(*row, item); })) part(*row, value);
            break;
        case OtlpJsonKind::Real:
            if (const auto real = value.number())
                m_out.fixed64(row->field, std::bit_cast<std::uint64_t>(*real));
            break;
        case OtlpJsonKind::Flag:
            number(row->field, value.isTrue() ? 1 : 0);
            break;
        case OtlpJsonKind::Number:
            numbers(*row, value, [this](JsonValue item) { m_packed.varint(take(item)); });
            break;
        case OtlpJsonKind::Fixed:
            numbers(*row, value, [this](JsonValue item) { m_packed.fixed64(take(item)); });
            break;
        }
    }

    std::string takeBytes() { return m_out.takeBytes(); }
    /// Whether there was something else where a number is expected.
    bool isDamaged() const { return m_isDamaged; }

private:
    void part(const OtlpJsonField& row, JsonValue value) {
        if (row.kind == OtlpJsonKind::Text) return m_out.bytes(row.field, value.text());
        const auto begin = m_out.open(row.field);
        message(row.message, value);
        m_out.close(begin);
    }

    template<typename Pack>
    void numbers(const OtlpJsonField& row, JsonValue value, Pack pack) {
        m_packed.clear();
        if (value.forEachItem(pack))
            m_out.message(row.field, m_packed);
        else
            number(row.field, take(value));
    }

    /// Zeros are written, too, because the presence of a value can have a meaning.
    void number(std::uint32_t field, std::uint64_t value) {
        m_out.varint(std::uint64_t{field} << 3);
        m_out.varint(value);
    }

    std::uint64_t take(JsonValue value) {
        if (const auto whole = value.integer()) return static_cast<std::uint64_t>(*whole);
        if (const auto large = value.unsignedInteger()) return *large;
        m_isDamaged = true;
        return 0;
    }

    OtlpJsonFields m_fields;
    WireWriter m_out;
    WireWriter m_packed; // numbers of the current array
    bool m_isDamaged = false;
};

/// Finds the version by the keys.
class Look {
public:
    void data(JsonKey key, JsonValue value) {
        if (isOtlpName(key.raw(), "dictionary")) {
            m_traits.hasDictionary = true;
            value.forEachField([this](JsonKey table, JsonValue) {
                m_hasTexts |= isOtlpName(table.raw(), "stringTable");
                m_hasAttributes |= isOtlpName(table.raw(), "attributeTable");
                m_hasStacks |= isOtlpName(table.raw(), "stackTable");
                m_traits.isOld |= isOtlpName(table.raw(), "attributeUnits");
            });
        }
        m_traits.hasTables |= isOtlpName(key.raw(), "stringTable");
        if (!isOtlpName(key.raw(), "resourceProfiles")) return;
        // A dictionary that another key follows is complete, even if the message ends early.
        m_isDictionaryWhole = m_traits.hasDictionary;
        each(value, "scopeProfiles", [this](JsonValue scopes) {
            each(scopes, "profiles", [this](JsonValue profiles) {
                profiles.forEachItem([this](JsonValue profile) { this->profile(profile); });
            });
        });
    }

    OtlpTraits traits() const {
        auto traits = m_traits;
        traits.isOld &= !m_hasStacks;
        return traits;
    }
    /// Whether samples are usable although the message ends early: only with the rows that they refer to.
    /// Tables are always written in the same order, so if the last one exists, the others are complete.
    bool isDecidedBeforeCut() const {
        const bool hasLast = traits().isOld ? m_hasAttributes : m_hasStacks;
        return m_isDictionaryWhole || (m_hasTexts && hasLast);
    }

private:
    /// Visits the field of that name in each object of an array.
    template<typename Visit>
    static void each(JsonValue array, std::string_view name, Visit visit) {
        array.forEachItem([&](JsonValue item) {
            item.forEachField([&](JsonKey key, JsonValue value) {
                if (isOtlpName(key.raw(), name)) visit(value);
            });
        });
    }
    void profile(JsonValue profile) {
        m_traits.hasProfile = true;
        profile.forEachField([this](JsonKey key, JsonValue) {
            m_traits.isContainer |= isOtlpName(key.raw(), "profile");
            for (const std::string_view old : {"locationIndices", "timeNanos", "durationNanos"})
                m_traits.isOld |= isOtlpName(key.raw(), old);
        });
    }

    OtlpTraits m_traits;
    bool m_hasTexts = false;
    bool m_hasAttributes = false;
    bool m_hasStacks = false;
    bool m_isDictionaryWhole = false;
};

} // namespace

Result<OtlpFromJson> otlpFromJson(std::string_view padded, double from, double to, Task& task) {
    const auto share = from + shareOfLook * (to - from);
    OtlpFromJson result;
    task.setRange(from, share);
    auto opened = JsonDocument::fromPadded(padded, task);
    if (task.isCancelled()) return cancelled();
    if (!opened) {
        result.isDamaged = true;
        return result;
    }
    auto& document = **opened;
    Look look;
    document.forEachField([&](JsonKey key, JsonValue value) { look.data(key, value); });
    result.layout = otlpLayoutOf(look.traits());
    task.setRange(share, to);
    if (result.layout) {
        Transcoder transcoder(*result.layout);
        document.forEachField(
            [&](JsonKey key, JsonValue value) { transcoder.field(OtlpJsonMessage::Data, key, value); });
        result.isDamaged = transcoder.isDamaged();
        result.bytes = transcoder.takeBytes();
    }
    if (document.isCancelled()) return cancelled();
    result.isDamaged |= document.end() != JsonEnd::Whole;
    if (document.end() != JsonEnd::Whole && !look.isDecidedBeforeCut()) result.bytes.clear();
    return result;
}

} // namespace candela
