/// Mends JSON that no parser takes as it is: files that were cut off, bytes that are no UTF-8, bare control
/// characters in strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace candela {

struct RepairedJson {
    std::string text; ///< what can be kept; the string has room for the padding that was asked for
    bool isCutOff =
        false; ///< it ended early: open arrays and objects were closed behind their last whole value
    bool hasLost = false; ///< and more than the end of the outermost array or object is missing
};

/// Values are not looked at: only strings, brackets and commas.
RepairedJson repairJson(std::string_view text, std::size_t padding);

} // namespace candela
