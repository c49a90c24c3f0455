/// Arbitrary bytes as a cell of CSV.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// The text as a cell, quoted according to RFC 4180, with unprintable characters replaced (shownText). A text
/// that a spreadsheet would treat as a formula, because it begins with =, +, -, @ or their full-width forms,
/// is prefixed with an apostrophe, which marks it as text; numbers are unchanged.
std::string csvText(std::string_view text);

} // namespace candela
