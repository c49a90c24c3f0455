/// The recent files as cards: a small picture, the name, and facts. Enter or a double click opens; two
/// selected files can be compared. As high as its cards need, for a page that scrolls.
#pragma once

#include "app/window/opening/recent_files.h"

#include <QListWidget>
#include <QStringList>

class QMenu;

namespace candela {

class RecentList : public QListWidget {
    Q_OBJECT
public:
    explicit RecentList(RecentFiles& files, QWidget* parent = nullptr);

    /// The selected files, the one that was written first at the front.
    QStringList selectedPaths() const;
    /// Requests the comparison of the selected files, if these are two.
    void compareSelected();

signals:
    void openWanted(const QString& path);
    /// The older file is the base.
    void compareWanted(const QString& base, const QString& newFile);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QStringList chosenPaths() const;
    void fill();
    void layOutCards();
    void removeSelected();
    QMenu* createMenu();

    RecentFiles& m_files;
};

} // namespace candela
