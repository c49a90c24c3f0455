#include "model/recording/recorder_text.h"

#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace candela {

namespace {

constexpr std::string_view slot = "{}";
constexpr std::string_view digits = "0123456789";
constexpr std::string_view timeUnits[] = {"ns", "µs", "ms", "s"};

/// A part of a text that a pattern has a slot for.
struct Named {
    enum class Kind { Text, Number, Items };

    std::size_t begin = 0, end = 0;
    Kind kind = Kind::Text;
};

bool isWordBegin(std::string_view text, std::size_t at) {
    return at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
}

/// The end of a number, or of a device ("8:1"), and of the unit of time after it.
std::size_t numberEnd(std::string_view text, std::size_t begin) {
    auto end = std::min(text.find_first_not_of("0123456789.,:", begin), text.size());
    while (!digits.contains(text[end - 1]))
        --end;
    if (end == text.size() || text[end] != ' ') return end;
    const auto unit = text.substr(end + 1, text.find_first_of(" ,;:.)", end + 1) - end - 1);
    return std::ranges::find(timeUnits, unit) == std::end(timeUnits) ? end : end + 1 + unit.size();
}

std::optional<Named> nextNamed(std::string_view text, std::size_t from) {
    for (auto at = from; at < text.size(); ++at) {
        const bool isWord = isWordBegin(text, at);
        if (isWord && digits.contains(text[at])) return Named{at, numberEnd(text, at), Named::Kind::Number};
        if (isWord && text[at] == '/') return Named{at, std::min(text.find_first_of(" ,:", at), text.size())};
        if (isWord && text[at] == '"')
            if (const auto end = text.find('"', at + 1); end != std::string_view::npos)
                return Named{at + 1, end};
    }
    return {};
}

/// A number, perhaps with a unit of time, as the user writes numbers.
std::string inNumberForm(std::string_view value) {
    const auto number = value.substr(0, value.find_first_not_of("0123456789.,"));
    if (number.size() == value.size() && !number.contains(',')) return std::string(value); // may be a version
    std::string written;
    for (const char letter : number) {
        if (letter == '.')
            written += numberForm().decimalPoint;
        else if (letter == ',')
            written += numberForm().groupSeparator;
        else
            written += letter;
    }
    return written.append(value.substr(number.size()));
}

/// What the recorder lists after a colon: items that are texts of its own are translated.
std::string translatedItems(std::string_view list) {
    std::string translated;
    while (true) {
        const auto end = list.find(", ");
        const auto item = ModelText::translated(list.substr(0, end));
        translated += item;
        if (end == std::string_view::npos) return translated;
        translated += ", ";
        list.remove_prefix(end + 2);
    }
}

std::string inUserForm(std::string_view value, Named::Kind kind) {
    if (kind == Named::Kind::Number) return inNumberForm(value);
    return kind == Named::Kind::Items ? translatedItems(value) : std::string(value);
}

/// The translation of the pattern that has a slot for each of these parts; none without one.
std::optional<std::string> translated(std::string_view text, std::span<const Named> parts) {
    std::string pattern;
    std::size_t end = 0;
    for (const auto& part : parts) {
        pattern.append(text.substr(end, part.begin - end)).append(slot);
        end = part.end;
    }
    pattern.append(text.substr(end));
    auto result = ModelText::translated(pattern);
    if (result == pattern) return {};
    std::size_t from = 0;
    for (const auto& part : parts) {
        const auto at = result.find(slot, from);
        if (at == std::string::npos) return {};
        const auto named = text.substr(part.begin, part.end - part.begin);
        const auto value = inUserForm(named, part.kind);
        result.replace(at, slot.size(), value);
        from = at + value.size();
    }
    return result;
}

} // namespace

std::string recorderText(std::string_view text) {
    if (text.empty()) return {};
    if (auto whole = ModelText::translated(text); whole != text) return whole;
    std::vector<Named> named;
    for (auto next = nextNamed(text, 0); next; next = nextNamed(text, next->end + 1))
        named.push_back(*next);
    if (auto result = translated(text, named)) return *result;
    constexpr std::string_view colon = ": ";
    const auto reason = text.find(colon);
    if (reason == std::string_view::npos) return std::string(text);
    std::erase_if(named, [&](const Named& part) { return part.end > reason; });
    named.push_back({reason + colon.size(), text.size(), Named::Kind::Items});
    return translated(text, named).value_or(std::string(text));
}

} // namespace candela
