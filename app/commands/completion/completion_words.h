/// What a shell can complete on the command line of `candela`, read from the commands' own options, so that
/// it is always all of them.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace candela {

/// What stands where a value is expected.
struct CompletedValue {
    enum class Kind { None, Words, File, Folder, Process, Program };
    Kind kind = Kind::None;
    std::string name;               ///< "KEY"
    std::vector<std::string> words; ///< of Kind::Words; one that ends with ':' goes on
};

struct CompletedOption {
    std::vector<std::string> names; ///< "-o", "--output"
    std::string description;        ///< one line
    bool hasValue = false;
    bool isRepeatable = false;
    CompletedValue value;
};

struct CompletedCommand {
    std::string name; ///< empty for the program without a command
    std::string description;
    std::vector<CompletedOption> options;
    std::vector<CompletedValue> arguments; ///< positional ones; the last may be repeated
};

/// The program's own options first, then each command's.
std::vector<CompletedCommand> completedCommands(const CLI::App& program);

} // namespace candela
