/// The recent files as rows: name and folder, time of the last change, size. A click opens.
#pragma once

#include "app/window/opening/recent_files.h"

#include <QTreeWidget>

class QMenu;

namespace candela {

class RecentList : public QTreeWidget {
    Q_OBJECT
public:
    explicit RecentList(RecentFiles& files, QWidget* parent = nullptr);

signals:
    void openWanted(const QString& path);

private:
    void fill();
    QMenu* createMenu(const QString& path);

    RecentFiles& m_files;
};

} // namespace candela
