/// `candela completion`: the script that completes the command line in a shell.
#include "app/commands/all_commands.h"
#include "app/commands/completion/completion_scripts.h"
#include "app/commands/output/output_text.h"

namespace candela {

void addCompletion(CLI::App& app, ExitStatus&) {
    auto shell = std::make_shared<std::string>();
    app.add_option("SHELL", *shell, "The shell to print the script for")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    app.callback([&app, shell] {
        const auto commands = completedCommands(*app.get_parent());
        printData(*shell == "bash"  ? bashCompletion(commands)
                  : *shell == "zsh" ? zshCompletion(commands)
                                    : fishCompletion(commands));
    });
}

} // namespace candela
