/// Any bytes as text in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// A code span (CommonMark 6.1), in which markup, HTML, mentions and addresses are only text; without what
/// must not be shown (shownText). It can stand in a table's cell: GitHub's tables know "\|" there. Empty for
/// an empty text.
std::string markdownCode(std::string_view text);

} // namespace candela
