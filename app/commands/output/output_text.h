/// How commands print results to standard output, as text or JSON.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/profile/profile.h"

#include <QJsonArray>
#include <QJsonObject>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Text that may not be valid UTF-8 (names come from files): invalid bytes become U+FFFD.
QJsonValue jsonText(std::string_view text);
void printJson(const QJsonObject& object);
/// Text for people, with unprintable characters replaced (shownLines). Names are passed through shownText()
/// before they are put into the text, because they may contain line ends.
void printText(std::string_view text);
/// Text for programs, which the caller has escaped.
void printData(std::string_view text);
/// A line of a list of facts: the title, then the text in a column of its own.
std::string titledLine(std::string_view title, std::string_view text);
/// Prints each of the profile's warnings as one line to standard error.
void printWarnings(std::string_view subject, const Profile& profile);

/// How many columns standard output has; none if it is not a terminal, so that nothing is shortened.
std::optional<std::size_t> terminalWidth();

/// Adds the option --limit: how many rows are printed, 0 for all. Negative numbers and other text are wrong
/// usage.
Argument addLimitOption(Arguments& arguments, std::size_t& limit);
/// How many of `rows` are within the limit.
std::size_t limitedRows(std::size_t rows, std::size_t limit);

/// Adds the option --format with these choices; the first is the default.
void addFormatOption(Arguments& arguments, std::string& format, std::vector<std::string> choices);

} // namespace candela
