#include "app/commands/recording/repeated_recording.h"

#include "app/commands/recording/recording_on_terminal.h"
#include "app/recording/capture_folder.h"
#include "app/recording/exact_text.h"
#include "app/window/capture/command_text.h"

#include <fmt/format.h>

#include <memory>
#include <wordexp.h>

namespace candela {
namespace {

constexpr auto baseFolder = "base";
constexpr auto newFolder = "new";

Error notOneCommand(std::string because) {
    return {"the command of --against " + std::move(because), "put what needs a shell into sh -c '…'",
            ErrorCode::Usage};
}

std::string problemOfWords(int result) {
    switch (result) {
    case WRDE_BADCHAR:
        return "has one of |&;<>(){} or a line end outside of quotes";
    case WRDE_BADVAL:
        return "names a variable that is not set";
    case WRDE_CMDSUB:
        return "has a command in it";
    case WRDE_SYNTAX:
        return "has a quote without its end";
    default:
        return "is too long";
    }
}

QString runFile(const QString& folder, int run, int runs) {
    const auto digits = static_cast<int>(std::to_string(runs).size());
    return folder + QString("/run-%1.candela").arg(run, digits, 10, QChar('0'));
}

Result<void> createFolders(const RepeatedRecording& repeated) {
    const auto create = [](const QString& path) {
        auto created = createCaptureFolder(path);
        if (!created) created.error().message.insert(0, exactPath(path) + ": ");
        return created;
    };
    TRY(create(repeated.folder));
    if (!repeated.against) return {};
    TRY(create(repeated.folder + '/' + baseFolder));
    return create(repeated.folder + '/' + newFolder);
}

void printComparison(const RepeatedRecording& repeated) {
    const auto folder = exactPath(repeated.folder);
    if (repeated.against)
        printMessage("",
                     fmt::format("compare them with: candela diff {} {}",
                                 shellWord(folder + '/' + baseFolder), shellWord(folder + '/' + newFolder)));
    else
        printMessage("", fmt::format("{} is one side of a comparison: candela diff {} NEW", folder,
                                     shellWord(folder)));
}

} // namespace

Result<CommandLine> commandLineFromText(const std::string& text) {
    wordexp_t words{};
    const int result = ::wordexp(text.c_str(), &words, WRDE_NOCMD | WRDE_UNDEF);
    const std::unique_ptr<wordexp_t, decltype(&::wordfree)> owner(result == 0 ? &words : nullptr,
                                                                  &::wordfree);
    if (result != 0) return std::unexpected(notOneCommand(problemOfWords(result)));
    CommandLine command;
    for (std::size_t row = 0; row < words.we_wordc; ++row)
        command.words << exactText(words.we_wordv[row]);
    if (command.words.isEmpty()) return std::unexpected(notOneCommand("is empty"));
    return command;
}

std::vector<PlannedRun> plannedRuns(const RecordingPlan& plan, const RepeatedRecording& repeated) {
    std::vector<PlannedRun> planned;
    const int total = repeated.runs * (repeated.against ? 2 : 1);
    const auto add = [&](const CommandLine& command, const char* side, int run) {
        auto& added = planned.emplace_back();
        added.title = fmt::format("run {} of {}{}{}", planned.size(), total, *side ? ", " : "", side);
        added.plan = plan;
        added.plan.command = command;
        const auto folder = *side ? repeated.folder + '/' + side : repeated.folder;
        added.plan.file = runFile(folder, run, repeated.runs);
    };
    for (int run = 1; run <= repeated.runs; ++run) {
        if (!repeated.against) {
            add(plan.command, "", run);
        } else if (run % 2 == 1) {
            add(plan.command, baseFolder, run);
            add(*repeated.against, newFolder, run);
        } else {
            add(*repeated.against, newFolder, run);
            add(plan.command, baseFolder, run);
        }
    }
    return planned;
}

ExitStatus recordRepeatedly(const RecordingPlan& plan, const RepeatedRecording& repeated,
                            const RecorderEnvironment& environment) {
    if (const auto created = createFolders(repeated); !created) return reportError("", created.error());
    for (const auto& run : plannedRuns(plan, repeated)) {
        printMessage("", run.title);
        RecordingOnTerminal recording(run.plan, environment);
        const auto status = recording.run();
        if (status == ExitStatus::Done && !recording.wasStopped()) continue;
        printMessage("", run.title + " was not completed: the remaining runs were not recorded");
        return status;
    }
    printComparison(repeated);
    return ExitStatus::Done;
}

} // namespace candela
