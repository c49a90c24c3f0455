/// The first page: record, open, compare, and the recent files.
#pragma once

#include "app/window/opening/page.h"
#include "app/window/opening/recent_files.h"

class QScrollArea;

namespace candela {

class RecentList;

class StartPage : public Page {
    Q_OBJECT
public:
    explicit StartPage(RecentFiles& files, QWidget* parent = nullptr);

    QString title() const override { return tr("Start"); }

signals:
    void recordMachineWanted();
    void recordProcessWanted();
    void recordCommandWanted();
    void openWanted();
    void compareWanted();
    void fileWanted(const QString& path);
    void pairWanted(const QString& base, const QString& newFile);
    void lastSessionWanted();

private:
    QWidget* createRecentHead(RecentList& list);
    QWidget* createHead();
    QWidget* createCards();
    QWidget* createRecent(RecentFiles& files);

    QScrollArea* m_scroll;
};

} // namespace candela
