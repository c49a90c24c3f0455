/// `candela doctor`: whether this machine can record and, if not, what to do.
#include "app/commands/all_commands.h"
#include "app/commands/doctor/doctor_checks.h"
#include "app/commands/doctor/doctor_trial.h"
#include "app/commands/output/output_text.h"
#include "model/base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

std::string_view mark(Finding finding) {
    switch (finding) {
    case Finding::Good:
        return "good";
    case Finding::Weak:
        return "weak";
    case Finding::Missing:
        return "missing";
    }
    return "";
}

} // namespace

void addDoctor(Arguments& arguments, ExitStatus& status) {
    arguments.run([&status] {
        const auto here = RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal);
        auto checks = machineChecks();
        const auto trial = tryRecording(here);
        checks.push_back(trialCheck(trial));
        std::string text;
        for (const auto& check : checks) {
            text += fmt::format("{:<8} {:<18} {}\n", mark(check.finding), check.name, shownText(check.text));
            if (!check.todo.empty()) text += fmt::format("{:<27} → {}\n", "", shownText(check.todo));
        }
        const bool canRecord = std::none_of(checks.begin(), checks.end(), [](const Check& check) {
            return check.finding == Finding::Missing;
        });
        text += verdictOf(checks, trial);
        printText(text);
        if (!canRecord) status = ExitStatus::NotPossible;
    });
}

} // namespace candela
