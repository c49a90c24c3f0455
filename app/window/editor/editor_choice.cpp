#include "app/window/editor/editor_choice.h"

#include "app/window/widgets/command_words.h"

#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace candela {

namespace {

constexpr auto editorSetting = "editor/command";

enum class Surface { Window, Terminal };

struct KnownEditor {
    const char* name;
    QStringList programs; ///< the first that is installed is used
    QStringList arguments;
    Surface surface = Surface::Window;
};

/// The arguments are those in each editor's manual.
const std::vector<KnownEditor>& knownEditors() {
    static const QStringList colons{"--goto", "{file}:{line}:{column}"};
    static const QStringList options{"--line", "{line}", "--column", "{column}", "{file}"};
    static const QStringList plus{"+{line}", "{file}"};
    static const std::vector<KnownEditor> editors{
        {"VS Code", {"code"}, colons},
        {"VSCodium", {"codium"}, colons},
        {"Qt Creator", {"qtcreator"}, {"-client", "{file}:{line}:{column}"}},
        {"CLion", {"clion", "clion.sh"}, options},
        {"Kate", {"kate"}, options},
        {"Emacs", {"emacs", "emacsclient"}, {"+{line}:{column}", "{file}"}},
        {"gVim", {"gvim"}, plus},
        {"Neovim", {"nvim"}, plus, Surface::Terminal},
        {"Vim", {"vim", "vi"}, plus, Surface::Terminal},
        {"nano", {"nano"}, {"+{line},{column}", "{file}"}, Surface::Terminal},
    };
    return editors;
}

bool isInstalled(const QString& program) {
    return !QStandardPaths::findExecutable(program).isEmpty();
}

/// The words that start a command in a new terminal; empty without a terminal. Each of these terminals takes
/// the command as separate words.
QStringList terminalWords() {
    static const std::vector<QStringList> terminals{{"x-terminal-emulator", "-e"},
                                                    {"konsole", "-e"},
                                                    {"gnome-terminal", "--"},
                                                    {"xfce4-terminal", "-x"},
                                                    {"kitty", "--"},
                                                    {"alacritty", "-e"},
                                                    {"foot", "--"},
                                                    {"xterm", "-e"}};
    const auto found =
        std::ranges::find_if(terminals, [](const auto& words) { return isInstalled(words.front()); });
    return found == terminals.end() ? QStringList() : *found;
}

/// The editor's words, in a terminal if it needs one; empty if it needs one and there is none.
QStringList startWords(const QStringList& words, Surface surface) {
    if (surface == Surface::Window) return words;
    const auto terminal = terminalWords();
    return terminal.isEmpty() ? QStringList() : terminal + words;
}

/// Options of Emacs that show it in its terminal.
bool isInTerminal(const QStringList& words) {
    return words.contains("-nw") || words.contains("-t") || words.contains("--tty");
}

std::optional<Editor> editorOf(const QString& command) {
    const auto words = commandWords(command);
    if (!words || words->isEmpty() || !isInstalled(words->front())) return {};
    const auto program = QFileInfo(words->front()).fileName();
    for (const auto& known : knownEditors()) {
        if (!known.programs.contains(program)) continue;
        const auto surface = isInTerminal(*words) ? Surface::Terminal : known.surface;
        return Editor{known.name, startWords(*words + known.arguments, surface)};
    }
    // By convention, the program takes a file, and may need a terminal.
    return Editor{program, startWords(*words + QStringList{"{file}"}, Surface::Terminal)};
}

} // namespace

std::vector<Editor> installedEditors() {
    std::vector<Editor> found;
    for (const auto& known : knownEditors()) {
        const auto program = std::ranges::find_if(known.programs, isInstalled);
        if (program == known.programs.end()) continue;
        const auto words = startWords(QStringList{*program} + known.arguments, known.surface);
        if (!words.isEmpty()) found.push_back({known.name, words});
    }
    return found;
}

std::optional<Editor> environmentEditor() {
    for (const auto* variable : {"VISUAL", "EDITOR"}) {
        auto editor = editorOf(qEnvironmentVariable(variable));
        if (editor && !editor->words.isEmpty()) return editor;
    }
    return {};
}

QStringList storedEditor() {
    return QSettings().value(editorSetting).toStringList();
}

void storeEditor(const QStringList& words) {
    if (words.isEmpty())
        QSettings().remove(editorSetting);
    else
        QSettings().setValue(editorSetting, words);
}

Editor defaultEditor() {
    if (const auto editor = environmentEditor()) return *editor;
    const auto installed = installedEditors();
    return installed.empty() ? Editor() : installed.front();
}

} // namespace candela
