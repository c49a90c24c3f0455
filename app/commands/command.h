/// A command of the command line: flat functions in one table, `allCommands()`.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace candela {

/// The program's exit status after a command.
enum class ExitStatus { Done = 0, RuleMet = 1, WrongUsage = 2, BadInput = 3, NotPossible = 4 };

struct Command {
    std::string_view name;
    std::string_view summary; ///< one line of the help text
    /// Declares the arguments, and the work of the command, which sets `status`. The arguments' values live
    /// as long as the work.
    void (*add)(Arguments& arguments, ExitStatus& status);
};

/// Every command, in the order of the help text.
std::span<const Command> allCommands();

/// Prints "candela: SUBJECT: MESSAGE" and the hint to standard error; the subject may be empty.
ExitStatus reportError(std::string_view subject, const Error& error);
/// Prints "candela: SUBJECT: SENTENCE" to standard error.
void printMessage(std::string_view subject, std::string_view sentence);

} // namespace candela
