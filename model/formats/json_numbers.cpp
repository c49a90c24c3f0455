#include "model/formats/json_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace candela {

namespace {

bool isDigit(char letter) {
    return static_cast<unsigned char>(letter - '0') < 10;
}

/// Calls visit(token) for each item of an array, without the white space around it.
template<typename Visit>
void forEachToken(std::string_view rawArray, Visit&& visit) {
    const char* place = rawArray.data() + std::min<std::size_t>(rawArray.size(), 1);
    const char* const end = rawArray.data() + rawArray.size();
    while (place < end) {
        while (place < end && static_cast<unsigned char>(*place) <= ' ')
            ++place;
        const char* const begin = place;
        while (place < end && *place != ',' && *place != ']')
            ++place;
        const char* last = place;
        while (last > begin && static_cast<unsigned char>(last[-1]) <= ' ')
            --last;
        if (begin == last) return;
        visit(std::string_view(begin, static_cast<std::size_t>(last - begin)));
        ++place;
    }
}

std::size_t itemCount(std::string_view rawArray) {
    return static_cast<std::size_t>(std::count(rawArray.begin(), rawArray.end(), ',')) + 1;
}

/// "-12.000034" times a power of ten, where no digit is lost; none for all other numbers.
std::optional<std::int64_t> exactDecimal(std::string_view token, std::int64_t factor) {
    const bool isNegative = token.starts_with('-');
    if (isNegative) token.remove_prefix(1);
    std::uint64_t number = 0;
    bool overflows = false;
    std::size_t place = 0;
    const auto takeDigit = [&] {
        overflows |= __builtin_mul_overflow(number, 10, &number);
        overflows |= __builtin_add_overflow(number, static_cast<std::uint64_t>(token[place] - '0'), &number);
        ++place;
    };
    while (place < token.size() && isDigit(token[place]))
        takeDigit();
    if (place == 0) return std::nullopt;
    if (place < token.size()) {
        if (token[place++] != '.') return std::nullopt;
        for (; place < token.size() && isDigit(token[place]) && factor > 1; factor /= 10)
            takeDigit();
        if (place < token.size()) return std::nullopt;
    }
    overflows |= __builtin_mul_overflow(number, static_cast<std::uint64_t>(factor), &number);
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (overflows || number > largest + (isNegative ? 1 : 0)) return std::nullopt;
    return static_cast<std::int64_t>(isNegative ? 0 - number : number);
}

template<typename Number>
std::optional<Number> numberIn(std::string_view token) {
    Number number{};
    const auto [end, problem] = std::from_chars(token.data(), token.data() + token.size(), number);
    if (problem != std::errc() || end != token.data() + token.size()) return std::nullopt;
    return number;
}

} // namespace

std::int64_t scaledWhole(std::int64_t whole, std::int64_t factor) {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(whole, factor, &product)) return product;
    return whole < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

std::int64_t scaledReal(double real, std::int64_t factor, double& carry) {
    const auto exact = real * double(factor) + carry;
    carry = 0;
    if (exact >= 0x1p63) return std::numeric_limits<std::int64_t>::max();
    if (!(exact >= -0x1p63)) return std::numeric_limits<std::int64_t>::min();
    const auto rounded = std::llround(exact);
    carry = exact - double(rounded);
    return rounded;
}

void readRowNumbers(std::string_view rawArray, std::vector<std::int32_t>& column) {
    column.clear();
    column.reserve(itemCount(rawArray));
    forEachToken(rawArray, [&](std::string_view token) {
        std::int32_t number = 0;
        const bool fits = token.size() < 10;
        for (const auto letter : token.substr(0, fits ? token.size() : 0))
            number = isDigit(letter) && number >= 0 ? number * 10 + (letter - '0') : -1;
        if (!fits) number = numberIn<std::int32_t>(token).value_or(-1);
        column.push_back(std::max(number, -1));
    });
}

void readNumbers(std::string_view rawArray, std::int64_t factor, std::int64_t otherwise,
                 std::vector<std::int64_t>& column) {
    column.clear();
    column.reserve(itemCount(rawArray));
    double carry = 0;
    forEachToken(rawArray, [&](std::string_view token) {
        if (const auto exact = exactDecimal(token, factor)) {
            column.push_back(*exact);
        } else if (const auto whole = numberIn<std::int64_t>(token)) {
            column.push_back(scaledWhole(*whole, factor));
        } else {
            const auto real = numberIn<double>(token);
            column.push_back(real && std::isfinite(*real) ? scaledReal(*real, factor, carry) : otherwise);
        }
    });
}

} // namespace candela
