/// The window's pages as tabs. The first one stays; the others close, if their page lets them.
#pragma once

#include "app/window/opening/page.h"

#include <QTabWidget>

namespace candela {

class PageTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

    Page* page(int index) const;
    Page* current() const { return page(currentIndex()); }
    /// At the end, and shows it.
    void addPage(Page* page);
    /// Shows it instead of another, which is deleted.
    void replacePage(Page* old, Page* replacement);
    /// Deletes it without asking.
    void removePage(Page* page);
    /// Asks the page first.
    void closePage(int index);
    /// Whether every page may close.
    bool mayCloseAll();
    /// The page about that file; null without.
    Page* pageWithPath(const QString& path) const;

signals:
    /// Another page is shown, or its title changed.
    void currentPageChanged();
    /// What can be undone or redone on the page that is shown.
    void currentHistoryChanged();

private:
    void follow(Page* page);
    QWidget* createCloseButton(Page* page);
    void updateTitle(Page* page);
};

} // namespace candela
