#include "app/commands/command.h"

#include "model/base/shown_text.h"

#include <fmt/core.h>

#include <cstdio>

namespace candela {

namespace {

ExitStatus exitStatusOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::Usage:
        return ExitStatus::WrongUsage;
    case ErrorCode::NotPermitted:
    case ErrorCode::NotPossible:
        return ExitStatus::NotPossible;
    case ErrorCode::BadInput:
    case ErrorCode::Cancelled:
        break;
    }
    return ExitStatus::BadInput;
}

} // namespace

ExitStatus reportError(std::string_view subject, const Error& error) {
    printMessage(subject, error.message);
    if (!error.hint.empty()) fmt::print(stderr, "  {}\n", shownText(error.hint));
    return exitStatusOf(error.code);
}

void printMessage(std::string_view subject, std::string_view sentence) {
    if (subject.empty())
        fmt::print(stderr, "candela: {}\n", shownText(sentence));
    else
        fmt::print(stderr, "candela: {}: {}\n", shownText(subject), shownText(sentence));
}

} // namespace candela
