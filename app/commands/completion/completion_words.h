/// The completions of a shell for the command line of `candela`. Read from the commands' own options, so that
/// they are never out of date.
#pragma once

#include "app/commands/arguments/arguments.h"

#include <string>
#include <vector>

namespace candela {

/// The kind of value that is expected.
struct CompletedValue {
    enum class Kind { None, Words, File, Folder, Process, Program };
    Kind kind = Kind::None;
    std::string name;               ///< "KEY"
    std::vector<std::string> words; ///< for Kind::Words; after a word that ends with ':' the user types on
};

struct CompletedOption {
    std::vector<std::string> names; ///< "-o", "--output"
    std::string description;        ///< a text of one line
    bool hasValue = false;
    bool isRepeatable = false;
    CompletedValue value;
};

struct CompletedCommand {
    std::string name; ///< empty for the program itself
    std::string description;
    std::vector<CompletedOption> options;
    std::vector<CompletedValue> arguments; ///< positional ones; the last may be repeated
};

/// The program's own options first, then each command's. `command` is any of them.
std::vector<CompletedCommand> completedCommands(const Arguments& command);

} // namespace candela
