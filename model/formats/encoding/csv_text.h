/// Any bytes as a cell of CSV.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// Quoted as RFC 4180 says, without what must not be shown (shownText). A text that a spreadsheet would take
/// for a formula, because it begins with =, +, -, @ or their full-width forms, gets an apostrophe before it,
/// which spreadsheets take for "this is text"; numbers stay.
std::string csvText(std::string_view text);

} // namespace candela
