#include "app/commands/arguments/program_arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace candela {

ProgramArguments::ProgramArguments(const std::string& name, const std::string& summary,
                                   const std::string& version)
    : m_app(std::make_unique<CLI::App>(summary, name)) {
    m_app->set_version_flag("--version", version);
    m_app->set_help_all_flag("--help-all", "Help for every command");
    m_app->require_subcommand(0, 1);
    m_commands.emplace_back(*m_app);
}

ProgramArguments::~ProgramArguments() = default;

Arguments& ProgramArguments::addCommand(const std::string& name, const std::string& summary) {
    return m_commands.emplace_back(*m_app->add_subcommand(name, summary));
}

Result<std::optional<int>> ProgramArguments::run(const std::vector<std::string>& words) {
    try {
        m_app->parse(
            std::vector<std::string>(words.rbegin(), words.rend())); // CLI11 wants the last word first
    } catch (const CLI::Success& asked) {
        return m_app->exit(asked);
    } catch (const CLI::ParseError& problem) {
        // Its messages may have several lines.
        std::string sentence = problem.what();
        std::ranges::replace(sentence, '\n', ' ');
        return failure(sentence, ErrorCode::Usage);
    }
    return std::nullopt;
}

} // namespace candela
