/// Repairs JSON that no parser accepts: files that were cut off, bytes that are not UTF-8, unescaped control
/// characters in strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace candela {

struct RepairedJson {
    std::string text; ///< what could be kept; its capacity includes the requested padding
    bool isCutOff =
        false; ///< the text ended early: open arrays and objects were closed after their last complete value
    bool hasLost = false; ///< more than the end of the outermost array or object is missing
};

/// Repairs the text. It does not parse values: only strings, brackets and commas.
RepairedJson repairJson(std::string_view text, std::size_t padding);

} // namespace candela
