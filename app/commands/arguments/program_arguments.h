/// The command line of the program: its commands, each with arguments of its own.
#pragma once

#include "app/commands/arguments/arguments.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class ProgramArguments {
public:
    ProgramArguments(const std::string& name, const std::string& summary, const std::string& version);
    ~ProgramArguments();

    Arguments& addCommand(const std::string& name, const std::string& summary);
    /// The arguments of the program itself.
    Arguments& own() { return m_commands.front(); }

    /// Parses the words after the program's name, and runs the command that they name. If they ask for a text
    /// instead (--help, --version), prints it and returns the exit status. Errors are wrong usage, in one
    /// sentence; what the command throws passes through.
    Result<std::optional<int>> run(const std::vector<std::string>& words);

private:
    std::unique_ptr<CLI::App> m_app;
    std::deque<Arguments> m_commands; ///< the program's own first
};

} // namespace candela
