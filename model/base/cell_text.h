/// Arbitrary bytes as the text of a table's cell, in Markdown and in CSV.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// A code span (CommonMark 6.1), in which markup, HTML, mentions and addresses are literal, with unprintable
/// characters replaced (shownText). It may be used in a table's cell: GitHub's tables accept "\|" in code
/// spans. Empty for an empty text.
std::string markdownCode(std::string_view text);

/// The text as a cell, quoted according to RFC 4180, with unprintable characters replaced (shownText). A text
/// that a spreadsheet would treat as a formula, because it begins with =, +, -, @ or their full-width forms,
/// is prefixed with an apostrophe, which marks it as text; numbers are unchanged.
std::string csvText(std::string_view text);

} // namespace candela
