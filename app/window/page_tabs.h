/// The window's pages as tabs. The first one stays; the others can be closed if their page allows it.
#pragma once

#include "app/window/opening/page.h"

#include <QSet>
#include <QTabWidget>

namespace candela {

class PageTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

    Page* page(int index) const;
    Page* current() const { return page(currentIndex()); }
    /// Adds the page at the end, and shows it.
    void addPage(Page* page);
    /// Shows `page` instead of `old`, which is deleted.
    void replacePage(Page* old, Page* replacement);
    /// Deletes the page without asking.
    void removePage(Page* page);
    /// Closes the page if it allows that; it may ask the user.
    void closePage(int index);
    /// Whether every page may close.
    bool mayCloseAll();
    /// The page for that file; null if there is none.
    Page* pageWithPath(const QString& path) const;

signals:
    /// A page was added, replaced or removed.
    void pagesChanged();
    /// Another page is shown, or the title of the current one changed.
    void currentPageChanged();
    /// What can be undone or redone on the current page changed.
    void currentHistoryChanged();
    /// The user closed the page, which is deleted afterwards.
    void closing(candela::Page* page);

protected:
    void tabInserted(int index) override;
    void tabRemoved(int index) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow(Page* page);
    QWidget* createCloseButton(Page* page);
    void updateTitle(Page* page);
    void updateTexts();
    void setTexts(const QStringList& titles);
    void focusFirstShown();

    QSet<Page*> m_unseen; // opened in the background, and not shown since
};

} // namespace candela
