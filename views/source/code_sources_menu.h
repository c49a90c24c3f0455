/// The menu in which a user states where source and machine code are.
#pragma once

#include "views/source/code_sources.h"

#include <QMenu>
#include <QStringList>

namespace candela {

class CodeSourcesMenu : public QMenu {
    Q_OBJECT
public:
    explicit CodeSourcesMenu(QWidget* parent = nullptr);

    /// The source files that were not found, as debug information names them.
    void setMissing(const QStringList& files);
    /// Acts as if the user had chosen `found` for the missing file.
    void locate(const QString& file, const QString& found);

signals:
    /// Emitted when the stored CodeSources have changed.
    void changed();

private:
    void fill();
    void askForFile(const QString& file);
    void askForFolder();
    void store(const CodeSources& sources);

    QStringList m_missing;
};

} // namespace candela
