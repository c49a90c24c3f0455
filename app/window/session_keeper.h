/// Stores what is open, and the views of it: when a page or the window closes, and while they are open, so
/// that they outlive a window that is killed.
#pragma once

#include "app/window/opening/kept_views.h"

#include <QObject>
#include <QTimer>

namespace candela {

class Page;
class PageTabs;

class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// How long after a change it is stored. Changes are stored together, since each takes the disk's time.
    static constexpr int delay = 2000; // milliseconds

    explicit SessionKeeper(PageTabs& pages, QObject* parent = nullptr);

    /// A window that never had a file keeps what an earlier one stored.
    void setHasHadFiles() { m_hadFiles = true; }
    const KeptViews& views() const { return m_views; }
    /// Stores the page's view, if its files can be opened again.
    void keepView(const Page& page);
    /// Stores which files are open, and their views.
    void keep();

private:
    void keepLater();
    bool isLoading() const;

    PageTabs& m_pages;
    KeptViews m_views;
    QTimer m_timer;
    bool m_hadFiles = false;
};

} // namespace candela
