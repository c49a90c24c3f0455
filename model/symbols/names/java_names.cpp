#include "model/symbols/names/java_names.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::string_view decimalDigits = "0123456789";
constexpr std::string_view hexadecimalDigits = "0123456789abcdefABCDEF";

std::size_t countDigits(std::string_view text, std::string_view digits) {
    return std::min(text.find_first_not_of(digits), text.size());
}

bool isSeparator(char letter) {
    return letter == '+' || letter == '.' || letter == '/';
}

/// The length of "+0x00007f0a04399b08" or "/543846639" at the start of a text, 0 if there is none. No part of
/// a Java name begins with a digit.
std::size_t identitySize(std::string_view text) {
    if (text.empty() || !isSeparator(text.front())) return 0;
    const bool isAddress = text.substr(1).starts_with("0x");
    const std::size_t prefix = isAddress ? 3 : 1;
    const auto digits = countDigits(text.substr(std::min(prefix, text.size())),
                                    isAddress ? hexadecimalDigits : decimalDigits);
    const auto end = prefix + digits;
    const bool isWhole = end == text.size() || isSeparator(text[end]) || text[end] == ';' || text[end] == ':';
    return digits > 0 && isWhole ? end : 0;
}

/// The length of the number after the names of classes that are numbered when they are created.
std::size_t numberSize(std::string_view before, std::string_view text) {
    if (before.ends_with("GeneratedMethodAccessor") || before.ends_with("GeneratedConstructorAccessor") ||
        before.ends_with("GeneratedSerializationConstructorAccessor"))
        return countDigits(text, decimalDigits);
    if (!before.ends_with("$$Lambda") || !text.starts_with('$')) return 0;
    const auto digits = countDigits(text.substr(1), decimalDigits);
    return digits > 0 ? 1 + digits : 0;
}

} // namespace

std::string stableClassName(std::string_view name) {
    std::string stable;
    while (!name.empty()) {
        const auto dropped = std::max(identitySize(name), numberSize(stable, name));
        if (dropped == 0) stable.push_back(name.front());
        name.remove_prefix(std::max<std::size_t>(dropped, 1));
    }
    return stable;
}

bool isHiddenMethod(std::string_view name) {
    const auto dollar = name.find('$'); // few names have one
    return dollar != std::string_view::npos &&
           (name.find("$$Lambda", dollar) != std::string_view::npos || name.contains("LambdaForm$"));
}

std::string stableMethodName(std::string_view name) {
    return isHiddenMethod(name) ? stableClassName(name) : std::string(name);
}

std::vector<std::string_view> inlinedMethods(std::string_view name) {
    constexpr std::string_view arrow = "->";
    std::vector<std::string_view> methods;
    for (auto rest = name;;) {
        const auto end = rest.find(arrow);
        const auto method = rest.substr(0, end);
        const bool isMethod = method.contains("::") && method.find_first_of(" <>") == method.npos;
        if (end == rest.npos && methods.empty()) return {name};
        if (!isMethod) return {name};
        methods.push_back(method);
        if (end == rest.npos) return methods;
        rest.remove_prefix(end + arrow.size());
    }
}

} // namespace candela
