#include "model/symbols/elf/build_id.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t guidDigits = 32;

bool isHexadecimal(std::string_view text) {
    return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string inLowerCase(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'F' ? letter - 'A' + 'a' : letter;
    });
    return result;
}

/// The first 16 bytes of a build id in Breakpad's byte order.
std::string guidOf(std::string_view buildId) {
    constexpr int order[] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    std::string padded(buildId.substr(0, guidDigits));
    padded.resize(guidDigits, '0');
    std::string guid;
    for (const auto byte : order)
        guid.append(padded, 2 * static_cast<std::size_t>(byte), 2);
    return guid;
}

} // namespace

bool isBuildId(std::string_view text) {
    constexpr std::size_t minimumSize = 8;
    constexpr std::size_t maximumSize = 128;
    return text.size() >= minimumSize && text.size() <= maximumSize && isHexadecimal(text);
}

std::string fullBuildId(std::string_view claimed) {
    return isBuildId(claimed) && claimed.size() % 2 == 0 ? inLowerCase(claimed) : std::string();
}

bool isSameBuild(std::string_view claimed, std::string_view own) {
    if (!isBuildId(claimed) || own.empty()) return false;
    const auto id = inLowerCase(claimed);
    if (id == own) return true;
    // An odd number of digits is not a whole number of bytes: the last one is an age, which has one digit for
    // ELF files.
    return id.size() == guidDigits + 1 && id.starts_with(guidOf(own));
}

} // namespace candela
