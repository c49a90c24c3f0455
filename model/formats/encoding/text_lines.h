/// Text files as lines of UTF-8, in whatever form they were stored: with a byte order mark, as UTF-16, with
/// CRLF.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace candela {

/// The text of a file. Bytes that are UTF-8 already are not copied.
class LineText {
public:
    explicit LineText(std::span<const std::byte> bytes);
    LineText(const LineText&) = delete;
    LineText& operator=(const LineText&) = delete;

    std::string_view text() const { return m_text; }
    /// Whether it contains bytes that do not occur in text, such as zeros.
    bool isBinary() const;

    /// Removes the next line from the front of `rest`; returns it without its line end.
    static std::string_view takeLine(std::string_view& rest);

private:
    std::string m_converted;
    std::string_view m_text;
};

/// Calls `visit(line)` for each line, reports progress over the whole text, and fails when the task is
/// cancelled or a visit fails (if visits return a Result<void>).
template<typename Visit>
Result<void> forEachLine(std::string_view text, Task& task, Visit visit) {
    constexpr std::size_t linesBetweenChecks = 1u << 14;
    const auto size = text.size();
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count % linesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(1 - double(text.size()) / double(size));
        }
        const auto line = LineText::takeLine(text);
        if constexpr (std::is_void_v<std::invoke_result_t<Visit&, std::string_view>>)
            visit(line);
        else
            TRY(visit(line));
    }
    return {};
}

} // namespace candela
