/// `candela completion`: the script that completes the command line in a shell.
#include "app/commands/all_commands.h"
#include "app/commands/completion/completion_scripts.h"
#include "app/commands/output/output_text.h"

namespace candela {

void addCompletion(Arguments& arguments, ExitStatus&) {
    auto shell = std::make_shared<std::string>();
    arguments.option("SHELL", *shell, "The shell to print the script for")
        .required()
        .oneOf({"bash", "zsh", "fish"});
    arguments.run([&arguments, shell] {
        const auto commands = completedCommands(arguments);
        printData(*shell == "bash"  ? bashCompletion(commands)
                  : *shell == "zsh" ? zshCompletion(commands)
                                    : fishCompletion(commands));
    });
}

} // namespace candela
