/// Which editor opens sources: editors that are recognized on this machine, and the one that the user chose.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace candela {

struct Editor {
    QString name;      ///< "Kate"
    QStringList words; ///< see editorArguments()
};

/// The recognized editors that are installed. An editor that needs a terminal starts in one.
std::vector<Editor> installedEditors();

/// The editor in $VISUAL, else in $EDITOR, if its program is installed.
std::optional<Editor> environmentEditor();

/// The words that the user chose; empty: no choice, so that defaultEditor() is used.
QStringList storedEditor();
/// Empty words take the choice back.
void storeEditor(const QStringList& words);

/// The environment's editor, else the first that is installed; without words if there is none.
Editor defaultEditor();

} // namespace candela
