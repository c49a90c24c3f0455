#include "app/commands/output_text.h"

#include "app/commands/command.h"

#include <fmt/format.h>

#include <QJsonDocument>

#include <cstdio>

namespace candela {

QJsonValue jsonText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void printJson(const QJsonObject& object) {
    const auto text = QJsonDocument(object).toJson(QJsonDocument::Indented);
    printText({text.data(), static_cast<std::size_t>(text.size())});
}

void printText(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void printWarnings(std::string_view subject, const Profile& profile) {
    for (const auto& warning : profile.warnings)
        printMessage(subject, fmt::format("warning: {}", warning));
}

void addFormatOption(CLI::App& app, std::string& format, std::vector<std::string> choices) {
    format = choices.front();
    app.add_option("--format", format, "How the result is printed")
        ->type_name(fmt::format("{}", fmt::join(choices, "|")))
        ->check(CLI::IsMember(choices))
        ->capture_default_str();
}

} // namespace candela
