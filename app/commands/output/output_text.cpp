#include "app/commands/output/output_text.h"

#include "app/commands/command.h"
#include "model/base/shown_text.h"
#include "model/formats/json/json_writing.h"

#include <fmt/format.h>

#include <QJsonDocument>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace candela {

QJsonValue jsonText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void printJson(const QJsonObject& object) {
    const auto text = QJsonDocument(object).toJson(QJsonDocument::Indented);
    printData(withHiddenLettersEscaped({text.data(), static_cast<std::size_t>(text.size())}));
}

void printText(std::string_view text) {
    printData(shownLines(text));
}

void printData(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

std::string titledLine(std::string_view title, std::string_view text) {
    return fmt::format("{:<14}{}\n", title, shownText(text));
}

void printWarnings(std::string_view subject, const Profile& profile) {
    for (const auto& warning : profile.warnings)
        printMessage(subject, fmt::format("warning: {}", warning));
}

std::optional<std::size_t> terminalWidth() {
    if (isatty(STDOUT_FILENO) != 1) return std::nullopt;
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    constexpr std::size_t customaryWidth = 80;
    bool isNumber = false;
    const auto columns = qEnvironmentVariableIntValue("COLUMNS", &isNumber);
    return isNumber && columns > 0 ? static_cast<std::size_t>(columns) : customaryWidth;
}

Argument addLimitOption(Arguments& arguments, std::size_t& limit) {
    const auto isCount = [](const std::string& text) {
        std::size_t count = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
        return problem == std::errc() && end == text.data() + text.size()
                   ? std::string()
                   : fmt::format("\"{}\" is not a number of rows: write 0 for all, or a number", text);
    };
    return arguments.option("--limit", limit, "How many rows; 0 means all")
        .checked(isCount)
        .valueName("N")
        .showDefault();
}

std::size_t limitedRows(std::size_t rows, std::size_t limit) {
    return limit == 0 ? rows : std::min(limit, rows);
}

void addFormatOption(Arguments& arguments, std::string& format, std::vector<std::string> choices) {
    format = choices.front();
    arguments.option("--format", format, "How the result is printed")
        .valueName(fmt::format("{}", fmt::join(choices, "|")))
        .oneOf(choices)
        .showDefault();
}

} // namespace candela
