/// Text files as lines of UTF-8, however they were stored: with a byte order mark, as UTF-16, with CRLF.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace candela {

/// The text of a file. Bytes that already are text are not copied.
class LineText {
public:
    explicit LineText(std::span<const std::byte> bytes);
    LineText(const LineText&) = delete;
    LineText& operator=(const LineText&) = delete;

    std::string_view text() const { return m_text; }
    /// Whether it has bytes that no text has, such as zeros.
    bool isBinary() const;

    /// Takes the next line off `rest`, without its ending.
    static std::string_view takeLine(std::string_view& rest);

private:
    std::string m_converted;
    std::string_view m_text;
};

} // namespace candela
