/// A JSON file, walked once from its start to its end (simdjson's on-demand parser): values are visited, not
/// stored. Damage ends the walk early instead of failing it, see end(); values of an unexpected kind are
/// empty.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/input/input.h"

#include <simdjson.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace candela {

class JsonDocument;

/// Whether all of a file was there.
enum class JsonEnd {
    Whole,
    Unclosed, ///< all values are there, only the last closing bracket is not
    CutOff,   ///< ended early: what came before is kept
    Damaged,  ///< the walk met something that is not JSON, and stopped there
};

/// A key, compared with words that need no escapes.
class JsonKey {
public:
    explicit JsonKey(simdjson::ondemand::raw_json_string key) : m_key(key) {}

    bool operator==(std::string_view word) const { return m_key.unsafe_is_equal(word); }
    /// As it stands in the file.
    std::string_view raw() const;

private:
    simdjson::ondemand::raw_json_string m_key;
};

/// A value that the walk is at. To be read once, and only while the walk is there.
class JsonValue {
public:
    JsonValue(simdjson::ondemand::value value, JsonDocument& document)
        : m_value(value), m_document(&document) {}

    /// Calls visit(JsonKey, JsonValue) for each field; false for anything but an object.
    template<typename Visit>
    bool forEachField(Visit&& visit);
    /// Calls visit(JsonValue) for each item; false for anything but an array.
    template<typename Visit>
    bool forEachItem(Visit&& visit);

    /// A whole number, also one that is written with a fraction or as a text; none where it does not fit.
    std::optional<std::int64_t> integer();
    /// The number of a row; -1 for what is none, null above all.
    std::int32_t index();
    /// The same for unsigned numbers up to 64 bits, also those in texts.
    std::optional<std::uint64_t> unsignedInteger();
    /// Never infinite and never NaN.
    std::optional<double> number();
    /// The number times `factor`, rounded and within ±2^63. What rounding takes away is left in `carry`, and
    /// added to the next number, so that sums stay right.
    std::optional<std::int64_t> scaled(std::int64_t factor, double& carry);
    /// The same for a point in time, within ±2^61 so that differences fit.
    std::optional<std::int64_t> scaledTime(std::int64_t factor);
    bool isTrue();
    bool isNull();
    /// The text without escapes, valid until the next text is asked for; empty for other values.
    std::string_view text();
    /// The text as it stands in the file, valid while the document lives; see JsonDocument::unescaped().
    std::string_view rawText();
    /// The same for numbers too: ids that some writers put in quotes.
    std::string_view rawScalar();
    /// An array as it stands in the file, with its brackets; empty for other values. See json_numbers.h.
    std::string_view rawArray();

private:
    simdjson::ondemand::value m_value;
    JsonDocument* m_document;
};

class JsonDocument {
public:
    /// Loads and indexes the input. Fails on what can't be JSON at all, and when cancelled.
    static Result<std::unique_ptr<JsonDocument>> open(Input& input, Task& task);
    /// The same for a text that stands inside of another document.
    static Result<std::unique_ptr<JsonDocument>> fromText(std::string text, Task& task);
    /// The same without a copy. The text outlives the document, and `padding` bytes behind it can be read,
    /// whatever they are.
    static Result<std::unique_ptr<JsonDocument>> fromPadded(std::string_view text, Task& task);
    static constexpr std::size_t padding = simdjson::SIMDJSON_PADDING;

    /// Walk the outermost object or array; false where it is none. May be called again: the walk then starts
    /// over, and reports progress from..to.
    template<typename Visit>
    bool forEachField(Visit&& visit);
    template<typename Visit>
    bool forEachItem(Visit&& visit);

    /// Whether the outermost value is an array.
    bool isArray() const;
    /// How the walks ended so far.
    JsonEnd end() const { return m_end; }
    /// A sentence for the profile's warnings; empty where the file is whole.
    std::string endWarning() const;
    /// Whether the walk goes on: not after damage, nor when cancelled.
    bool hasStopped() const { return m_hasStopped; }
    bool isCancelled() const { return m_isCancelled; }
    /// What rawText() gave without its escapes, valid until the next call.
    std::string_view unescaped(std::string_view raw);

private:
    friend class JsonValue;
    explicit JsonDocument(Task& task) : m_task(task) {}

    Result<void> index(std::string_view padded);
    bool startWalk();
    bool repair(std::string_view text);
    /// Records what went wrong; true where the walk can't go on.
    bool fails(simdjson::error_code error);
    /// Checks the task now and then; `position` is the walk's, in the text.
    void tick(const char* position) {
        if (++m_ticks % ticksBetweenChecks == 0) check(position);
    }
    void check(const char* position);

    template<typename Visit>
    bool walkFields(simdjson::ondemand::object object, Visit&& visit);
    template<typename Visit>
    bool walkItems(simdjson::ondemand::array array, Visit&& visit);

    static constexpr std::uint32_t ticksBetweenChecks = 4096;

    Task& m_task;
    std::string m_copy; // padded; where the input's bytes could not be used as they are
    std::string_view m_text;
    simdjson::ondemand::parser m_parser;
    simdjson::ondemand::document m_document;
    std::string m_scratch; // of unescaped()
    JsonEnd m_end = JsonEnd::Whole;
    std::uint32_t m_ticks = 0;
    bool m_isRepaired = false;
    bool m_wasWalked = false;
    bool m_hasFailed = false; // since the parser last took the text
    bool m_hasStopped = false;
    bool m_isCancelled = false;
};

template<typename Visit>
bool JsonDocument::walkFields(simdjson::ondemand::object object, Visit&& visit) {
    for (auto result : object) {
        simdjson::ondemand::field field;
        if (fails(std::move(result).get(field))) break;
        const JsonKey key(field.key());
        tick(key.raw().data());
        if (m_hasStopped) break;
        visit(key, JsonValue(field.value(), *this));
        if (m_hasStopped) break;
    }
    return true;
}

template<typename Visit>
bool JsonDocument::walkItems(simdjson::ondemand::array array, Visit&& visit) {
    for (auto result : array) {
        simdjson::ondemand::value item;
        if (fails(std::move(result).get(item))) break;
        if (++m_ticks % ticksBetweenChecks == 0) check(item.raw_json_token().data());
        if (m_hasStopped) break;
        visit(JsonValue(item, *this));
        if (m_hasStopped) break;
    }
    return true;
}

template<typename Visit>
bool JsonDocument::forEachField(Visit&& visit) {
    simdjson::ondemand::object object;
    if (!startWalk() || fails(m_document.get_object().get(object))) return false;
    return walkFields(object, visit);
}

template<typename Visit>
bool JsonDocument::forEachItem(Visit&& visit) {
    simdjson::ondemand::array array;
    if (!startWalk() || fails(m_document.get_array().get(array))) return false;
    return walkItems(array, visit);
}

template<typename Visit>
bool JsonValue::forEachField(Visit&& visit) {
    simdjson::ondemand::object object;
    if (m_document->m_hasStopped) return false;
    const auto error = m_value.get_object().get(object);
    if (error == simdjson::INCORRECT_TYPE || m_document->fails(error)) return false;
    return m_document->walkFields(object, visit);
}

template<typename Visit>
bool JsonValue::forEachItem(Visit&& visit) {
    simdjson::ondemand::array array;
    if (m_document->m_hasStopped) return false;
    const auto error = m_value.get_array().get(array);
    if (error == simdjson::INCORRECT_TYPE || m_document->fails(error)) return false;
    return m_document->walkItems(array, visit);
}

} // namespace candela
