/// The commands' own functions, for the table in all_commands.cpp.
#pragma once

#include "app/commands/command.h"

namespace candela {

void addCompare(CLI::App& app, ExitStatus& status);
void addRecord(CLI::App& app, ExitStatus& status);
void addReport(CLI::App& app, ExitStatus& status);
void addAnnotate(CLI::App& app, ExitStatus& status);
void addDiff(CLI::App& app, ExitStatus& status);
void addSeries(CLI::App& app, ExitStatus& status);
void addFlamegraph(CLI::App& app, ExitStatus& status);
void addConvert(CLI::App& app, ExitStatus& status);
void addInspection(CLI::App& app, ExitStatus& status); // `info`
void addDoctor(CLI::App& app, ExitStatus& status);
void addList(CLI::App& app, ExitStatus& status);
void addCompletion(CLI::App& app, ExitStatus& status);

} // namespace candela
