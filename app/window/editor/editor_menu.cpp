#include "app/window/editor/editor_menu.h"

#include "app/window/editor/editor_choice.h"
#include "app/window/widgets/command_words.h"
#include "views/text/plain_text.h"

#include <QActionGroup>
#include <QInputDialog>

#include <algorithm>

namespace candela {

EditorMenu::EditorMenu(QWidget* parent) : QMenu(parent), m_choices(new QActionGroup(this)) {
    setTitle(tr("Source &editor"));
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &EditorMenu::fill);
    fill();
}

void EditorMenu::fill() {
    clear();
    const auto stored = storedEditor();
    const auto automatic = defaultEditor();
    const auto installed = installedEditors();
    addChoice(automatic.words.isEmpty() ? tr("Automatic: none found")
                                        : tr("Automatic: %1").arg(plainText(automatic.name)),
              {}, tr("The editor in $VISUAL or $EDITOR, else the first of this list"), stored.isEmpty());
    addSeparator();
    for (const auto& [name, words] : installed)
        addChoice(name, words, commandText(words), stored == words);
    const bool isOwn =
        !stored.isEmpty() && std::ranges::find(installed, stored, &Editor::words) == installed.end();
    if (isOwn) addChoice(plainText(stored.front()), stored, plainText(commandText(stored)), true);
    addSeparator();
    addAction(tr("Another command…"), this, &EditorMenu::askForCommand);
}

void EditorMenu::addChoice(const QString& name, const QStringList& words, const QString& toolTip,
                           bool isChosen) {
    auto shown = name;
    auto* action = addAction(shown.replace('&', "&&"), this, [words] { storeEditor(words); });
    action->setCheckable(true);
    m_choices->addAction(action);
    action->setChecked(isChosen);
    action->setToolTip(plainToolTip(toolTip));
}

/// Asks again until the command can be split into words, or the user cancels.
void EditorMenu::askForCommand() {
    const auto current = storedEditor();
    auto text = commandText(current.isEmpty() ? defaultEditor().words : current);
    auto question = tr("The command that opens a file at a line. {file}, {line} and {column} are replaced.\n"
                       "A command for a terminal begins with it, for example: xterm -e vim +{line} {file}");
    for (;;) {
        bool isAccepted = false;
        text = QInputDialog::getText(parentWidget(), tr("Source editor"), question, QLineEdit::Normal, text,
                                     &isAccepted);
        if (!isAccepted) return;
        const auto words = commandWords(text);
        if (words) return storeEditor(*words);
        question = modelText(words.error().message);
    }
}

} // namespace candela

#include "moc_editor_menu.cpp"
