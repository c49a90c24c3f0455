/// `candela record`: records this machine, some processes or a command into a file.
#include "app/commands/all_commands.h"
#include "app/commands/recording/recording_on_terminal.h"
#include "app/commands/recording/repeated_recording.h"
#include "app/recording/exact_text.h"
#include "app/recording/recorder_announcement.h"
#include "model/base/shown_text.h"

#include <QFileInfo>

#include <fmt/format.h>

#include <iostream>
#include <unistd.h>

namespace candela {
namespace {

struct RecordOptions {
    std::string file, host;
    std::optional<double> seconds;
    int frequency = defaultFrequency;
    std::vector<std::string> probes, command;
    std::vector<int> pids;
    bool isMachine = false;
    bool overwrites = false;
    bool isWithoutCode = false;
    bool isWithSource = false;
    std::vector<std::string> sourcePaths;
    std::optional<int> runs;
    std::string against;
    bool isRepeated() const { return runs || !against.empty(); }
};

/// Asks on the terminal; without a terminal, the answer is no.
bool isReplacementConfirmed(const std::string& file) {
    if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) return false;
    fmt::print(stderr, "candela: {} is not a recording of Candela's. Replace it? [y/N] ", shownText(file));
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

Result<void> takeKept(const RecordOptions& options, RecordingPlan& plan) {
    if (options.isWithoutCode && options.isWithSource)
        return failure("source lines are not kept without code", ErrorCode::Usage,
                       "leave --no-code or --keep-source out");
    if (!options.sourcePaths.empty() && !options.isWithSource)
        return failure("--source-path has no effect without --keep-source", ErrorCode::Usage);
    if (options.isWithoutCode) plan.kept = KeptOfFunctions::Nothing;
    if (options.isWithSource) plan.kept = KeptOfFunctions::CodeAndSource;
    for (const auto& text : options.sourcePaths)
        plan.sourcePaths.push_back(TRY(pathMappingFromText(text)));
    return {};
}

Result<RecordingPlan> plan(const RecordOptions& options) {
    RecordingPlan plan;
    if (!options.pids.empty() && !options.command.empty())
        return failure("either processes or a command can be recorded, not both", ErrorCode::Usage);
    if (options.isMachine && !options.pids.empty())
        return failure("either the whole machine or processes can be recorded, not both", ErrorCode::Usage);
    if (options.isMachine && !options.command.empty())
        return failure("with -a a command is not recorded apart from the rest: leave out one of the two",
                       ErrorCode::Usage);
    if (!options.pids.empty()) plan.scope = RecordingPlan::Scope::Processes;
    if (!options.command.empty()) plan.scope = RecordingPlan::Scope::Command;
    plan.pids = options.pids;
    for (const auto& word : options.command)
        plan.command.words << exactText(word);
    for (const auto& probe : options.probes)
        plan.probes.push_back(TRY(readProbeRequest(probe)));
    plan.frequency = options.frequency;
    TRY(takeKept(options, plan));
    if (options.seconds && !(*options.seconds > 0))
        return failure("the duration must be a number of seconds above 0", ErrorCode::Usage);
    plan.seconds = options.seconds.value_or(0);
    plan.host = QString::fromStdString(options.host);
    plan.file = options.file.empty() ? freeRecordingName({}) : exactText(options.file);
    if (options.overwrites || (isOtherFile(options.file) && isReplacementConfirmed(options.file)))
        plan.existing = Existing::Replace;
    return plan;
}

Result<RepeatedRecording> repetition(const RecordOptions& options) {
    RepeatedRecording repeated;
    if (options.command.empty())
        return failure("--runs and --against record a command", ErrorCode::Usage, "give it after --");
    if (options.overwrites)
        return failure("--overwrite has no effect on several runs: they need a new folder", ErrorCode::Usage);
    if (options.file == "-")
        return failure("several runs can't be written to standard output", ErrorCode::Usage,
                       "name a new folder with -o");
    repeated.runs = options.runs.value_or(1);
    if (repeated.runs < 1 || repeated.runs > maximumRuns)
        return failure(fmt::format("the number of runs must be from 1 to {}", maximumRuns), ErrorCode::Usage);
    if (!options.against.empty()) repeated.against = TRY(commandLineFromText(options.against));
    repeated.folder =
        options.file.empty() ? QFileInfo(freeRecordingName({})).completeBaseName() : exactText(options.file);
    return repeated;
}

/// The probes as this machine's recorder announces them.
std::string probesText() {
    const auto announcement = askRecorder(RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal));
    if (!announcement) return "Probes: not known, " + shownText(announcement.error().message);
    std::string text = "Probes:";
    for (const auto& probe : announcement->probes()) {
        text += fmt::format("\n  {:<12} {}", shownText(probe.name()), shownText(probe.description()));
        for (const auto& option : probe.options())
            text += fmt::format("\n    {}={}: {} ({} to {} {})", shownText(option.name()),
                                option.default_number(), shownText(option.description()), option.minimum(),
                                option.maximum(), shownText(option.unit()));
        if (!probe.problem().empty()) text += "\n    not here: " + shownText(probe.problem());
    }
    return text;
}

ExitStatus run(const RecordOptions& options) {
    auto wanted = plan(options);
    if (!wanted) return reportError("", wanted.error());
    const auto environment = RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal);
    if (!options.isRepeated()) return RecordingOnTerminal(std::move(*wanted), environment).run();
    const auto repeated = repetition(options);
    if (!repeated) return reportError("", repeated.error());
    return recordRepeatedly(*wanted, *repeated, environment);
}

void addKept(Arguments& arguments, RecordOptions& options) {
    arguments.flag("--no-code", options.isWithoutCode,
                   "Keep no machine code of the functions that were hit: annotate then needs their binaries");
    arguments.flag(
        "--keep-source", options.isWithSource,
        "Keep the source lines of these functions, too, as far as their files are on this machine");
    arguments
        .option("--source-path", options.sourcePaths,
                "Where sources are now, with --keep-source: paths that begin with FROM are read below TO")
        .valueName("FROM=TO");
}

void addRuns(Arguments& arguments, RecordOptions& options) {
    arguments
        .option("--runs", options.runs,
                "Record COMMAND this many times, each run into a capture of the new folder OUT")
        .valueName("N");
    arguments
        .option("--against", options.against,
                "Record this command, too, in turns with COMMAND: into OUT/new, and COMMAND into OUT/base")
        .valueName("COMMAND");
}

} // namespace

void addRecord(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<RecordOptions>();
    arguments
        .option("-o,--output", options->file, "The file to write (default: a new one in the current folder)")
        .valueName("OUT");
    arguments.flag("--overwrite", options->overwrites,
                   "Replace OUT even if it is not a recording; without this, candela asks on a "
                   "terminal, and refuses otherwise");
    arguments
        .option("-d,--duration", options->seconds,
                "Seconds to record (default: until Ctrl-C or the command's end)")
        .valueName("SECONDS");
    arguments.option("-F,--frequency", options->frequency, "Samples a second on each CPU (default 99)")
        .valueName("HZ");
    arguments
        .option("--probe", options->probes,
                "What to measure, several times if wanted; the probes are listed below")
        .valueName("NAME[:OPTION=NUMBER,...]")
        .oneValueEach();
    addKept(arguments, *options);
    addRuns(arguments, *options);
    arguments
        .option("-p,--pid", options->pids, "A process to record with its children, several times if wanted")
        .valueName("PID")
        .oneValueEach();
    arguments.flag("-a,--all", options->isMachine, "The whole machine (default)");
    arguments.option("--host", options->host, "Another machine to record, reached through ssh")
        .valueName("HOST");
    arguments.option("COMMAND", options->command, "A command to start and record, after --");
    arguments.footer(
        [] { return "Without -p and COMMAND the whole machine is recorded.\n\n" + probesText(); });
    arguments.run([options, &status] { status = run(*options); });
}

} // namespace candela
