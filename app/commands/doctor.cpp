/// `candela doctor`: can this machine record, and if not, what to do.
#include "app/commands/all_commands.h"
#include "app/commands/doctor_checks.h"
#include "app/commands/output_text.h"

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

void addDoctor(CLI::App& app, ExitStatus& status) {
    app.callback([&status] {
        auto checks = machineChecks();
        std::string text;
        for (const auto& check : checks) {
            text += fmt::format("{:<8} {:<18} {}\n", mark(check.finding), check.name, check.text);
            if (!check.todo.empty()) text += fmt::format("{:<27} → {}\n", "", check.todo);
        }
        const bool canRecord = std::none_of(checks.begin(), checks.end(), [](const Check& check) {
            return check.finding == Finding::Missing;
        });
        text += canRecord ? "This machine can record.\n" : "This machine can't record as it is.\n";
        printText(text);
        if (!canRecord) status = ExitStatus::NotPossible;
    });
}

} // namespace candela
