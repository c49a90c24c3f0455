/// What commands print: results to standard output as text or JSON.
#pragma once

#include "model/profile/profile.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>
#include <QJsonObject>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Text that may not be valid UTF-8 (names come from files): what is not becomes U+FFFD.
QJsonValue jsonText(std::string_view text);
void printJson(const QJsonObject& object);
/// Text for people: what must not be shown is replaced (shownLines). A name's own line ends are for
/// shownText() where it is put into the text.
void printText(std::string_view text);
/// Text for programs, which escapes what has to be.
void printData(std::string_view text);
/// A fact in a list of facts: the title, then the text in a column of its own.
std::string titledLine(std::string_view title, std::string_view text);
/// Each of the profile's warnings as one line on standard error.
void printWarnings(std::string_view subject, const Profile& profile);

/// How many columns standard output has; none where it is no terminal, so that nothing is shortened.
std::optional<std::size_t> terminalWidth();

/// The option --limit: how many rows are printed, 0 for all. Anything but a number of at least 0 is wrong
/// usage.
CLI::Option* addLimitOption(CLI::App& app, std::size_t& limit);
/// How many of `rows` a limit leaves.
std::size_t limitedRows(std::size_t rows, std::size_t limit);

/// The option --format with these choices, the first being the default.
void addFormatOption(CLI::App& app, std::string& format, std::vector<std::string> choices);

} // namespace candela
