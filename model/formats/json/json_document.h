/// A JSON file, walked once from start to end (simdjson's on-demand parser):
/// values are visited, not stored. Damage ends the walk early instead of
/// failing it, see end(); values of an unexpected kind are empty.
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

/// Whether the file was complete.
enum class JsonEnd {
    Whole,
    Unclosed, ///< all values are there, only the last closing bracket is missing
    CutOff,   ///< ended early: the values before the end are kept
    Damaged,  ///< the walk reached something that is not JSON, and stopped there
};

/// A key, to be compared with words that need no escapes.
class JsonKey {
public:
    explicit JsonKey(simdjson::ondemand::raw_json_string key) : m_key(key) {}

    bool operator==(std::string_view word) const { return m_key.unsafe_is_equal(word); }
    /// The key as written in the file.
    std::string_view raw() const;

private:
    simdjson::ondemand::raw_json_string m_key;
};

/// The value that the walk has reached. It can be read once, and only while the walk is there.
class JsonValue {
public:
    JsonValue(simdjson::ondemand::value value, JsonDocument& document)
        : m_value(value), m_document(&document) {}

    /// Calls visit(JsonKey, JsonValue) for each field; false if it is not an object.
    template<typename Visit>
    bool forEachField(Visit&& visit);
    /// Calls visit(JsonValue) for each item; false if it is not an array.
    template<typename Visit>
    bool forEachItem(Visit&& visit);

    /// An integer, even if it is written with a fraction or as a text; none if it does not fit.
    std::optional<std::int64_t> integer();
    /// A row number; -1 for anything else, such as null.
    std::int32_t index();
    /// The same for unsigned numbers up to 64 bits, including those in texts.
    std::optional<std::uint64_t> unsignedInteger();
    /// Never infinite and never NaN.
    std::optional<double> number();
    /// The number times `factor`, rounded and limited to ±2^63. The rounding error is stored in `carry`, and
    /// the next call adds it, so that sums stay exact.
    std::optional<std::int64_t> scaled(std::int64_t factor, double& carry);
    /// The same for a point in time, limited to ±2^61 so that differences fit.
    std::optional<std::int64_t> scaledTime(std::int64_t factor);
    bool isTrue();
    bool isNull();
    /// The text without escapes, valid until the next text is read; empty for other values.
    std::string_view text();
    /// The raw text, valid while the document lives; see JsonDocument::unescaped().
    std::string_view rawText();
    /// The same, also for numbers: some writers put ids in quotes.
    std::string_view rawScalar();
    /// The raw text of an array, with its brackets; empty for other values. See json_numbers.h.
    std::string_view rawArray();

private:
    simdjson::ondemand::value m_value;
    JsonDocument* m_document;
};

class JsonDocument {
public:
    /// Loads and indexes the input. Fails if it can't be JSON, and when cancelled.
    static Result<std::unique_ptr<JsonDocument>> open(Input& input, Task& task);
    /// The same for a text that is embedded in another document.
    static Result<std::unique_ptr<JsonDocument>> fromText(std::string text, Task& task);
    /// The same without a copy. The text must outlive the document, and `padding` readable bytes of any value
    /// must follow it.
    static Result<std::unique_ptr<JsonDocument>> fromPadded(std::string_view text, Task& task);
    static constexpr std::size_t padding = simdjson::SIMDJSON_PADDING;

    /// Walks the outermost object or array; false if the document is something else. A further call starts
    /// again from the beginning. Progress is reported from..to.
    template<typename Visit>
    bool forEachField(Visit&& visit);
    template<typename Visit>
    bool forEachItem(Visit&& visit);

    /// Whether the outermost value is an array.
    bool isArray() const;
    /// Whether the file was complete, as far as the walks have shown.
    JsonEnd end() const { return m_end; }
    /// A sentence for the profile's warnings; empty if the file is complete.
    std::string endWarning() const;
    /// Whether the walk has stopped because of damage or cancellation.
    bool hasStopped() const { return m_hasStopped; }
    bool isCancelled() const { return m_isCancelled; }
    /// The result of rawText() without its escapes, valid until the next call.
    std::string_view unescaped(std::string_view raw);

private:
    friend class JsonValue;
    explicit JsonDocument(Task& task) : m_task(task) {}

    Result<void> index(std::string_view padded);
    bool startWalk();
    bool repair(std::string_view text);
    /// Records an error; true if the walk can't continue.
    bool fails(simdjson::error_code error);
    /// Checks the task from time to time; `position` is where the walk is in the text.
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
    std::string m_copy; // a padded copy, if the input's bytes could not be used directly
    std::string_view m_text;
    simdjson::ondemand::parser m_parser;
    simdjson::ondemand::document m_document;
    std::string m_scratch; // memory of unescaped()
    JsonEnd m_end = JsonEnd::Whole;
    std::uint32_t m_ticks = 0;
    bool m_isRepaired = false;
    bool m_wasWalked = false;
    bool m_hasFailed = false; // the parser has failed since it last loaded the text
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
