#include "app/command_line.h"

#include "app/commands/all_commands.h"
#include "app/commands/arguments/program_arguments.h"
#include "app/commands/window/run_window.h"
#include "model/analysis/transforms/word_suggestion.h"
#include "model/base/version.h"

#include <fmt/format.h>

#include <QFile>
#include <QGuiApplication>
#include <QLoggingCategory>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

namespace {

/// Whether the command shows the window, which creates its own application object.
bool showsWindow(int argc, char** argv) {
    const std::string_view command(argv[1]);
    const std::vector<std::string_view> words(argv + 2, argv + argc);
    return command == "compare" ||
           (command == "series" && std::ranges::find(words, "--window") != words.end());
}

/// Pictures need fonts, and so a QGuiApplication. No command needs a display, unless it shows the window.
std::unique_ptr<QCoreApplication> applicationFor(int& argc, char** argv) {
    const std::string_view command(argv[1]);
    if (showsWindow(argc, argv)) return nullptr;
    if (command != "flamegraph") return std::make_unique<QCoreApplication>(argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt's own warnings, such as the one about XDG_RUNTIME_DIR in a CI job, are not about the picture.
    QLoggingCategory::setFilterRules("default.warning=false");
    return std::make_unique<QGuiApplication>(argc, argv);
}

int runCommands(int argc, char** argv) {
    const auto application = applicationFor(argc, argv);
    ProgramArguments program("candela", "Candela shows where a Linux machine's time goes.",
                             fmt::format("candela {}", programVersion()));
    auto status = ExitStatus::Done;
    for (const auto& command : allCommands())
        command.add(program.addCommand(std::string(command.name), std::string(command.summary)), status);
    program.own().footer([] { return "candela [FILE...] opens the window."; });
    try {
        const auto printed = program.run(std::vector<std::string>(argv + 1, argv + argc));
        if (!printed) {
            printMessage("", printed.error().message);
            fmt::print(stderr, "  candela --help lists the commands, candela COMMAND --help their options\n");
            return static_cast<int>(ExitStatus::WrongUsage);
        }
        if (*printed) return **printed;
    } catch (const std::bad_alloc&) {
        printMessage("", "there is not enough memory for this");
        return static_cast<int>(ExitStatus::NotPossible);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        status = reportError("", {"standard output can't be written: the result is incomplete",
                                  "Its disk may be full.", ErrorCode::NotPossible});
    return static_cast<int>(status);
}

bool isForCommands(std::string_view first) {
    if (first.starts_with("-") && first != "-") return true;
    return std::any_of(allCommands().begin(), allCommands().end(),
                       [&](const Command& command) { return command.name == first; });
}

bool isFile(const char* word) {
    return QFile::exists(QString::fromLocal8Bit(word));
}

ExitStatus reportUnknownCommand(std::string_view word) {
    std::vector<std::string_view> names;
    for (const auto& command : allCommands())
        names.push_back(command.name);
    const auto meant = nearestWord(word, names);
    return reportError(word, {"is neither a command nor a file",
                              meant.empty() ? "candela --help lists the commands"
                                            : fmt::format("did you mean \"candela {}\"?", meant),
                              ErrorCode::Usage});
}

/// Refuses words that can't be files. The window itself reports a missing file, since the other files may
/// exist.
std::optional<ExitStatus> misuseOfWindow(int argc, char** argv) {
    const std::string_view first(argv[1]);
    if (first != "-" && first.find_first_of("./") == std::string_view::npos && !isFile(argv[1]))
        return reportUnknownCommand(first);
    for (int word = 2; word < argc; ++word) {
        const std::string_view option(argv[word]);
        if (option.starts_with("-") && option != "-" && !isFile(argv[word]))
            return reportError(option,
                               {"is not a file, and the window takes no options",
                                "\"candela COMMAND FILE OPTIONS\" is the order of words", ErrorCode::Usage});
    }
    return std::nullopt;
}

} // namespace

int runCommandLine(int argc, char** argv) {
    if (argc > 1 && isForCommands(argv[1])) return runCommands(argc, argv);
    if (argc > 1) {
        if (const auto misuse = misuseOfWindow(argc, argv)) return static_cast<int>(*misuse);
    }
    WindowRequest request;
    for (int word = 1; word < argc; ++word)
        request.files << QString::fromLocal8Bit(argv[word]);
    return runWindow(request);
}

} // namespace candela
