#include "app/commands/all_commands.h"

#include <array>

namespace candela {

std::span<const Command> allCommands() {
    static constexpr std::array commands{
        Command{"record", "Record this machine, processes or a command into a file", addRecord},
        Command{"compare", "Open the window with two profiles side by side", addCompare},
        Command{"report", "Print functions, or another key, with their weights", addReport},
        Command{"annotate", "Print a function's source lines or instructions with their weights",
                addAnnotate},
        Command{"diff", "Print what changed between two profiles", addDiff},
        Command{"series", "Print what changed over several profiles: growth, steps and spikes", addSeries},
        Command{"flamegraph", "Draw a flame graph as SVG or PNG", addFlamegraph},
        Command{"convert", "Write a profile in another format", addConvert},
        Command{"info", "Print facts about a file, and how complete it is", addInspection},
        Command{"doctor", "Check whether this machine can record, and what to do if not", addDoctor},
        Command{"list", "List the formats, probes, transforms and views", addList},
        Command{"completion", "Print the script that completes this command line in a shell", addCompletion},
    };
    return commands;
}

} // namespace candela
