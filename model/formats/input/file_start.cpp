#include "model/formats/input/file_start.h"

namespace candela {

const LineText& FileStart::lineText() const {
    if (!m_text) m_text = std::make_unique<LineText>(m_bytes);
    return *m_text;
}

std::string_view FileStart::wholeLines() const {
    const auto whole = text();
    const auto end = m_isCut ? whole.rfind('\n') : std::string_view::npos;
    return end == std::string_view::npos ? whole : whole.substr(0, end + 1);
}

const JsonStart& FileStart::json() const {
    if (!m_json) m_json = std::make_unique<JsonStart>(text());
    return *m_json;
}

bool FileStart::looksLikeJson() const {
    constexpr std::string_view blanks = " \t\r\n";
    const auto start = text();
    const auto first = start.find_first_not_of(blanks);
    if (first == std::string_view::npos || (start[first] != '{' && start[first] != '[')) return false;
    const auto second = start.find_first_not_of(blanks, first + 1);
    return second != std::string_view::npos && (start[second] == '"' || start[second] == '{');
}

} // namespace candela
