/// Escapes arbitrary bytes as text in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// A code span (CommonMark 6.1), in which markup, HTML, mentions and addresses are literal, with unprintable
/// characters replaced (shownText). It may be used in a table's cell: GitHub's tables accept "\|" in code
/// spans. Empty for an empty text.
std::string markdownCode(std::string_view text);

} // namespace candela
