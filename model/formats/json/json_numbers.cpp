#include "model/formats/json/json_numbers.h"

#include "model/base/letters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace candela {

namespace {

/// For an item of plain digits, sets the number and returns the position of the comma or bracket after it;
/// null for any other item.
const char* plainNumber(const char* next, const char* end, std::int32_t& number) {
    constexpr std::ptrdiff_t maximumDigits = 9; // so many digits always fit
    const char* const last = next + std::min(end - next, maximumDigits + 1);
    const char* const begin = next;
    std::uint32_t value = 0; // 32 bits; a tenth digit might not fit
    for (; next < last && isDigit(*next); ++next)
        value = value * 10 + static_cast<std::uint32_t>(*next - '0');
    number = static_cast<std::int32_t>(value);
    const bool isPlain = next > begin && next < last && (*next == ',' || *next == ']');
    return isPlain ? next : nullptr;
}

/// Calls visitPlain(number) for each item of an array that is a few digits, and visit(token), without
/// surrounding white space, for all other items.
template<typename VisitPlain, typename Visit>
void forEachItem(std::string_view rawArray, VisitPlain&& visitPlain, Visit&& visit) {
    const char* next = rawArray.data() + std::min<std::size_t>(rawArray.size(), 1);
    const char* const end = rawArray.data() + rawArray.size();
    std::int32_t number = 0;
    while (next < end) {
        if (const char* behind = plainNumber(next, end, number)) {
            visitPlain(number);
            next = behind + 1;
            continue;
        }
        while (next < end && static_cast<unsigned char>(*next) <= ' ')
            ++next;
        const char* const begin = next;
        while (next < end && *next != ',' && *next != ']')
            ++next;
        const char* last = next;
        while (last > begin && static_cast<unsigned char>(last[-1]) <= ' ')
            --last;
        if (begin == last) return;
        visit(std::string_view(begin, static_cast<std::size_t>(last - begin)));
        ++next;
    }
}

/// Eight letters at a time: a carry into the highest bit of a byte marks a letter that is not a comma.
std::size_t itemCount(std::string_view rawArray) {
    constexpr std::uint64_t commas = 0x2c2c2c2c2c2c2c2c;
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    std::size_t count = 1;
    for (; rawArray.size() >= sizeof(std::uint64_t); rawArray.remove_prefix(sizeof(std::uint64_t))) {
        std::uint64_t letters = 0;
        std::memcpy(&letters, rawArray.data(), sizeof letters);
        letters ^= commas;
        const auto marks = ~(((letters & low) + low) | letters | low);
        // The product's highest byte is the sum of all bytes; std::popcount() is a call on this architecture.
        count += static_cast<std::size_t>((marks >> 7) * 0x0101010101010101 >> 56);
    }
    return count + static_cast<std::size_t>(std::count(rawArray.begin(), rawArray.end(), ','));
}

/// "-12.000034" times a power of ten, if the result is exact; none for all other numbers.
std::optional<std::int64_t> exactDecimal(std::string_view token, std::int64_t factor) {
    const bool isNegative = token.starts_with('-');
    if (isNegative) token.remove_prefix(1);
    std::uint64_t number = 0;
    bool overflows = false;
    std::size_t next = 0;
    constexpr std::size_t alwaysFits = 19; // digits
    const bool mayOverflow = token.size() > alwaysFits;
    const auto takeDigit = [&] {
        const auto digit = static_cast<std::uint64_t>(token[next++] - '0');
        if (mayOverflow) {
            overflows |= __builtin_mul_overflow(number, 10, &number);
            overflows |= __builtin_add_overflow(number, digit, &number);
        } else {
            number = number * 10 + digit;
        }
    };
    while (next < token.size() && isDigit(token[next]))
        takeDigit();
    if (next == 0) return std::nullopt;
    if (next < token.size()) {
        if (token[next++] != '.') return std::nullopt;
        for (; next < token.size() && isDigit(token[next]) && factor > 1; factor /= 10)
            takeDigit();
        if (next < token.size()) return std::nullopt;
    }
    overflows |= __builtin_mul_overflow(number, static_cast<std::uint64_t>(factor), &number);
    constexpr auto maximum = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (overflows || number > maximum + (isNegative ? 1 : 0)) return std::nullopt;
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
    forEachItem(
        rawArray, [&](std::int32_t number) { column.push_back(number); },
        [&](std::string_view token) {
            column.push_back(std::max(numberIn<std::int32_t>(token).value_or(-1), -1));
        });
}

void readNumbers(std::string_view rawArray, std::int64_t factor, std::int64_t otherwise,
                 std::vector<std::int64_t>& column) {
    column.clear();
    column.reserve(itemCount(rawArray));
    double carry = 0;
    forEachItem(
        rawArray, [&](std::int32_t number) { column.push_back(scaledWhole(number, factor)); },
        [&](std::string_view token) {
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
