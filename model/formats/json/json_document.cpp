#include "model/formats/json/json_document.h"

#include "model/base/byte_reader.h"
#include "model/base/text/model_text.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/json/json_numbers.h"
#include "model/formats/json/json_repair.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <new>

namespace candela {

namespace {

/// simdjson's index has 32-bit offsets.
constexpr std::size_t maximumBytes = std::numeric_limits<std::uint32_t>::max() - simdjson::SIMDJSON_PADDING;

constexpr std::size_t bytesBetweenChecks = 256 * 1024; // for arrays that are read as a whole

/// The letters between the quotes of a token, which white space may follow.
std::string_view withoutQuotes(std::string_view token) {
    if (!token.starts_with('"')) return {};
    const auto end = token.rfind('"');
    return end == 0 ? std::string_view() : token.substr(1, end - 1);
}

template<typename Number>
std::optional<Number> numberInText(std::string_view text) {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return number;
}

} // namespace

std::string_view JsonKey::raw() const {
    const char* begin = m_key.raw();
    const char* end = begin;
    while (*end != '"')
        end += *end == '\\' ? 2 : 1;
    return {begin, static_cast<std::size_t>(end - begin)};
}

Result<std::unique_ptr<JsonDocument>> JsonDocument::open(Input& input, Task& task) {
    const auto bytes = TRY(input.paddedBytes(simdjson::SIMDJSON_PADDING, task));
    std::unique_ptr<JsonDocument> document(new JsonDocument(task));
    if (input.isTruncated()) document->m_end = JsonEnd::CutOff;
    const LineText text(bytes);
    auto padded = text.text();
    const bool isInInput = padded.data() >= asText(bytes).data() &&
                           padded.data() + padded.size() == asText(bytes).data() + bytes.size();
    if (!isInInput) {
        document->m_copy.reserve(padded.size() + simdjson::SIMDJSON_PADDING);
        document->m_copy = padded;
        padded = document->m_copy;
    }
    TRY(document->index(padded));
    return document;
}

Result<std::unique_ptr<JsonDocument>> JsonDocument::fromText(std::string text, Task& task) {
    std::unique_ptr<JsonDocument> document(new JsonDocument(task));
    document->m_copy = std::move(text);
    document->m_copy.reserve(document->m_copy.size() + simdjson::SIMDJSON_PADDING);
    TRY(document->index(document->m_copy));
    return document;
}

Result<std::unique_ptr<JsonDocument>> JsonDocument::fromPadded(std::string_view text, Task& task) {
    std::unique_ptr<JsonDocument> document(new JsonDocument(task));
    TRY(document->index(text));
    return document;
}

Result<void> JsonDocument::index(std::string_view padded) {
    if (padded.size() > maximumBytes)
        return failure(ModelText::tr("it holds more than 4 GB of JSON, which can't be read"));
    if (m_task.isCancelled()) return cancelled();
    m_text = padded;
    const auto error =
        m_parser.iterate(padded.data(), padded.size(), padded.size() + simdjson::SIMDJSON_PADDING)
            .get(m_document);
    if (error == simdjson::MEMALLOC) throw std::bad_alloc();
    if (error != simdjson::SUCCESS && !repair(padded))
        return failure(ModelText::tr("it is damaged: nothing of use is left in it"));
    return {};
}

/// Repairs a copy of the text. False if it was repaired before, or if nothing is left.
bool JsonDocument::repair(std::string_view text) {
    if (m_isRepaired) return false;
    m_isRepaired = true;
    auto repaired = repairJson(text, simdjson::SIMDJSON_PADDING);
    if (repaired.isCutOff && m_end == JsonEnd::Whole)
        m_end = repaired.hasLost ? JsonEnd::CutOff : JsonEnd::Unclosed;
    m_copy = std::move(repaired.text);
    m_text = m_copy;
    return m_parser.iterate(m_text.data(), m_text.size(), m_text.size() + simdjson::SIMDJSON_PADDING)
               .get(m_document) == simdjson::SUCCESS;
}

bool JsonDocument::startWalk() {
    if (m_isCancelled) return false;
    if (m_hasFailed) { // the parser can't continue in a document that it found damaged
        m_hasFailed = false;
        const auto padded = m_text.size() + simdjson::SIMDJSON_PADDING;
        if (m_parser.iterate(m_text.data(), m_text.size(), padded).get(m_document) != simdjson::SUCCESS)
            return false;
    } else if (m_wasWalked) {
        m_document.rewind();
    }
    m_hasStopped = false;
    if (!m_wasWalked) {
        // A document that does not end with the bracket that belongs to its first one was cut off. The parser
        // would refuse all of it.
        const auto last = m_text.find_last_not_of(" \t\r\n");
        const auto first = m_text.find_first_not_of(" \t\r\n");
        const bool isClosed =
            first != std::string_view::npos &&
            ((m_text[first] == '{' && m_text[last] == '}') || (m_text[first] == '[' && m_text[last] == ']'));
        if (!isClosed && !m_isRepaired && !repair(m_text)) return false;
    }
    m_wasWalked = true;
    return true;
}

bool JsonDocument::fails(simdjson::error_code error) {
    if (error == simdjson::SUCCESS) return false;
    m_hasStopped = m_hasFailed = true;
    if (m_end == JsonEnd::Whole) m_end = JsonEnd::Damaged;
    return true;
}

void JsonDocument::check(const char* position) {
    if (m_task.isCancelled()) m_hasStopped = m_isCancelled = true;
    if (position >= m_text.data() && position <= m_text.data() + m_text.size())
        m_task.setProgress(double(position - m_text.data()) / double(m_text.size() + 1));
}

bool JsonDocument::isArray() const {
    const auto first = m_text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && m_text[first] == '[';
}

std::string JsonDocument::endWarning() const {
    switch (m_end) {
    case JsonEnd::Whole:
        return {};
    case JsonEnd::Unclosed:
    case JsonEnd::CutOff:
        return "The file was cut off: this is what could be read up to the cut.";
    case JsonEnd::Damaged:
        return "The file is damaged: this is what could be read before the damage.";
    }
    return {};
}

std::string_view JsonDocument::unescaped(std::string_view raw) {
    if (raw.find('\\') == std::string_view::npos) return raw;
    m_scratch.resize(raw.size() + simdjson::SIMDJSON_PADDING);
    auto* buffer = reinterpret_cast<std::uint8_t*>(m_scratch.data());
    const simdjson::ondemand::raw_json_string text(reinterpret_cast<const std::uint8_t*>(raw.data()));
    std::string_view result;
    if (m_parser.unescape(text, buffer).get(result) != simdjson::SUCCESS) return raw;
    return result;
}

std::optional<std::int64_t> JsonValue::integer() {
    std::int64_t whole = 0;
    if (m_value.get_int64().get(whole) == simdjson::SUCCESS) return whole;
    if (const auto text = rawText(); !text.empty()) return numberInText<std::int64_t>(text);
    const auto real = number();
    if (!real || *real < -0x1p63 || *real >= 0x1p63) return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::int32_t JsonValue::index() {
    std::uint64_t number = 0;
    if (m_value.get_uint64().get(number) != simdjson::SUCCESS) return -1;
    return number <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(number) : -1;
}

std::optional<std::uint64_t> JsonValue::unsignedInteger() {
    std::uint64_t whole = 0;
    if (m_value.get_uint64().get(whole) == simdjson::SUCCESS) return whole;
    if (const auto inText = numberInText<std::uint64_t>(rawText())) return inText;
    const auto real = number();
    if (!real || *real < 0 || *real >= 0x1p64) return std::nullopt;
    return static_cast<std::uint64_t>(*real);
}

std::optional<double> JsonValue::number() {
    double real = 0;
    if (m_value.get_double().get(real) != simdjson::SUCCESS) {
        const auto inText = numberInText<double>(rawText());
        if (!inText) return std::nullopt;
        real = *inText;
    }
    return std::isfinite(real) ? std::optional(real) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::scaled(std::int64_t factor, double& carry) {
    std::int64_t whole = 0;
    if (m_value.get_int64().get(whole) == simdjson::SUCCESS) return scaledWhole(whole, factor);
    const auto real = number();
    return real ? std::optional(scaledReal(*real, factor, carry)) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::scaledTime(std::int64_t factor) {
    constexpr std::int64_t latest = std::int64_t{1} << 61;
    double carry = 0;
    const auto time = scaled(factor, carry);
    return time ? std::optional(std::clamp(*time, -latest, latest)) : std::nullopt;
}

bool JsonValue::isTrue() {
    bool value = false;
    return m_value.get_bool().get(value) == simdjson::SUCCESS && value;
}

bool JsonValue::isNull() {
    return rawScalar() == "null";
}

std::string_view JsonValue::rawText() {
    return withoutQuotes(m_value.raw_json_token());
}

std::string_view JsonValue::rawScalar() {
    std::string_view token = m_value.raw_json_token();
    if (token.starts_with('"')) return withoutQuotes(token);
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ')
        token.remove_suffix(1);
    return token;
}

std::string_view JsonValue::text() {
    return m_document->unescaped(rawText());
}

std::string_view JsonValue::rawArray() {
    simdjson::ondemand::array array;
    if (m_document->m_hasStopped) return {};
    const auto error = m_value.get_array().get(array);
    if (error == simdjson::INCORRECT_TYPE || m_document->fails(error)) return {};
    std::string_view raw;
    if (m_document->fails(array.raw_json().get(raw))) return {};
    // The task is checked after an array, which may be as large as many fields.
    if (raw.size() >= bytesBetweenChecks) m_document->check(raw.data() + raw.size());
    return raw;
}

} // namespace candela
