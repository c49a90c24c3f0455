/// Writes parts of JSON: texts of arbitrary bytes, columns of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// Adds quotes and escapes, even for letters that terminals should not get (isHiddenLetter), so the text
/// stays exact. Bytes that are not UTF-8, which JSON can't express, become U+FFFD.
void appendJsonText(std::string& json, std::string_view text);

/// JSON from another library, with the same escapes.
std::string withHiddenLettersEscaped(std::string_view json);

/// Nanoseconds as milliseconds, exactly: "-1.000025".
void appendMilliseconds(std::string& json, std::int64_t nanoseconds);

/// Appends "[1,2,3]": the result of write(row) for each row.
template<typename Write>
void appendArray(std::string& json, std::size_t size, Write&& write) {
    json += '[';
    for (std::size_t row = 0; row < size; ++row) {
        if (row > 0) json += ',';
        write(row);
    }
    json += ']';
}

} // namespace candela
