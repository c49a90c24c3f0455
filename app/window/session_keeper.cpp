#include "app/window/session_keeper.h"

#include "app/window/opening/last_session.h"
#include "app/window/opening/loading_page.h"
#include "app/window/page_tabs.h"

namespace candela {

SessionKeeper::SessionKeeper(PageTabs& pages, QObject* parent) : QObject(parent), m_pages(pages) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        // A file that this program can't survive would be opened again at each start.
        if (isLoading()) return keepLater();
        keep();
    });
    connect(&pages, &PageTabs::pagesChanged, this, &SessionKeeper::keepLater);
    connect(&pages, &PageTabs::currentPageChanged, this, &SessionKeeper::keepLater);
    connect(&pages, &PageTabs::currentHistoryChanged, this, &SessionKeeper::keepLater);
    connect(&pages, &PageTabs::closing, this, [this](const Page* page) { keepView(*page); });
}

void SessionKeeper::keepView(const Page& page) {
    const auto view = page.keptView();
    if (view && canBeOpenedAgain(page.files())) m_views.keep(page.files(), *view);
}

void SessionKeeper::keep() {
    m_timer.stop();
    LastSession session;
    for (int index = 0; index < m_pages.count(); ++index) {
        const auto* page = m_pages.page(index);
        if (!canBeOpenedAgain(page->files())) continue;
        keepView(*page);
        if (index == m_pages.currentIndex()) session.current = static_cast<int>(session.pages.size());
        session.pages.push_back(sidesOf(page->files()));
    }
    if (!session.pages.empty() || m_hadFiles) storeSession(session);
}

/// Does not wait longer because of further changes: some come all the time.
void SessionKeeper::keepLater() {
    if (!m_timer.isActive()) m_timer.start();
}

bool SessionKeeper::isLoading() const {
    for (int index = 0; index < m_pages.count(); ++index)
        if (qobject_cast<const LoadingPage*>(m_pages.page(index))) return true;
    return false;
}

} // namespace candela

#include "moc_session_keeper.cpp"
