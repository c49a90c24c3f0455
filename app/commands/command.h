/// A command of the command line: flat functions in one table, `allCommands()`.
#pragma once

#include "model/base/result.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <string_view>

namespace candela {

/// The program's exit status after a command.
enum class ExitStatus { Done = 0, RuleMet = 1, WrongUsage = 2, BadInput = 3, NotPossible = 4 };

struct Command {
    std::string_view name;
    std::string_view summary; ///< one line of the help text
    /// Adds the options to `app`, and a callback that runs the command and sets `status`. The options' values
    /// live as long as the callback.
    void (*add)(CLI::App& app, ExitStatus& status);
};

/// Every command, in the order of the help text.
std::span<const Command> allCommands();

/// Prints "candela: SUBJECT: MESSAGE" and the hint to standard error; the subject may be empty.
ExitStatus reportError(std::string_view subject, const Error& error);
/// Prints "candela: SUBJECT: SENTENCE" to standard error.
void printMessage(std::string_view subject, std::string_view sentence);

} // namespace candela
