/// Parts of JSON that is written: texts that may hold any bytes, columns of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// With quotes and escapes, also of what no terminal should get (isHiddenLetter): the text stays exact. What
/// is not UTF-8, which JSON can't hold, becomes U+FFFD.
void appendJsonText(std::string& json, std::string_view text);

/// JSON that another library wrote, with the same escapes.
std::string withHiddenLettersEscaped(std::string_view json);

/// Nanoseconds as milliseconds, exactly: "-1.000025".
void appendMilliseconds(std::string& json, std::int64_t nanoseconds);

/// "[1,2,3]" of write(row) for each row.
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
