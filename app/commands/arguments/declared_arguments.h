/// The arguments that commands declared, for the completion of shells.
#pragma once

#include "app/commands/arguments/arguments.h"

#include <string>
#include <vector>

namespace candela {

struct DeclaredArgument {
    bool isPositional = false;
    std::vector<std::string> names; ///< "-o", "--output"; empty for a positional argument
    std::string description;
    bool hasValue = false;
    bool isRepeatable = false;
    std::string valueName;            ///< that of a positional argument is its own
    std::vector<std::string> choices; ///< empty: any value
};

struct DeclaredCommand {
    std::string name;
    std::string description;
    std::vector<DeclaredArgument> arguments;
};

/// The program with its own arguments first, then each command. `command` is any of them.
std::vector<DeclaredCommand> declaredCommands(const Arguments& command);

} // namespace candela
