/// The commands' own functions, for the table in all_commands.cpp.
#pragma once

#include "app/commands/command.h"

namespace candela {

void addCompare(Arguments& arguments, ExitStatus& status);
void addRecord(Arguments& arguments, ExitStatus& status);
void addReport(Arguments& arguments, ExitStatus& status);
void addAnnotate(Arguments& arguments, ExitStatus& status);
void addDiff(Arguments& arguments, ExitStatus& status);
void addSeries(Arguments& arguments, ExitStatus& status);
void addFlamegraph(Arguments& arguments, ExitStatus& status);
void addConvert(Arguments& arguments, ExitStatus& status);
void addInspection(Arguments& arguments, ExitStatus& status); // `info`
void addDoctor(Arguments& arguments, ExitStatus& status);
void addList(Arguments& arguments, ExitStatus& status);
void addCompletion(Arguments& arguments, ExitStatus& status);

} // namespace candela
