#include "app/window/page_tabs.h"

#include "app/window/widgets/distinct_names.h"
#include "app/window/widgets/line_icon.h"
#include "views/session/view_history.h"
#include "views/text/plain_text.h"
#include "views/widgets/short_entries.h"

#include <QApplication>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <vector>

namespace candela {

namespace {

/// The titles in that many pixels less: all longer ones get the same width, but what is left can be read.
QStringList shortened(const QStringList& titles, int excess, const QFontMetrics& metrics) {
    std::vector<int> widths;
    for (const auto& title : titles)
        widths.push_back(metrics.horizontalAdvance(title));
    const auto saved = [&](int maximum) {
        int sum = 0;
        for (const int width : widths)
            sum += std::max(0, width - maximum);
        return sum;
    };
    int maximum = widths.empty() ? 0 : *std::ranges::max_element(widths);
    const int minimum = metrics.averageCharWidth() * 12;
    while (maximum > minimum && saved(maximum) < excess)
        --maximum;
    QStringList texts;
    for (const auto& title : titles)
        texts << metrics.elidedText(title, Qt::ElideMiddle, maximum);
    return texts;
}

} // namespace

PageTabs::PageTabs(QWidget* parent) : QTabWidget(parent) {
    setDocumentMode(true);
    setMovable(false);
    setElideMode(Qt::ElideNone); // updateTexts() does it
    connect(this, &QTabWidget::currentChanged, this, &PageTabs::currentPageChanged);
    connect(this, &QTabWidget::currentChanged, this, &PageTabs::focusFirstShown);
}

/// A page that replaced another in the background has never had the focus: QTabWidget gives it to the first
/// widget that takes it. Who walks through the tabs with the arrow keys keeps it in the tab bar.
void PageTabs::focusFirstShown() {
    auto* shown = current();
    if (!shown || !m_unseen.remove(shown)) return;
    const auto* focused = QApplication::focusWidget();
    if (focused && shown->isAncestorOf(focused)) shown->focusContent();
}

Page* PageTabs::page(int index) const {
    return qobject_cast<Page*>(widget(index));
}

void PageTabs::follow(Page* page) {
    if (indexOf(page) > 0) tabBar()->setTabButton(indexOf(page), QTabBar::RightSide, createCloseButton(page));
    connect(page, &Page::titleChanged, this, [this, page] { updateTitle(page); });
    if (const auto* history = page->history())
        connect(history, &ViewHistory::changed, this, [this, page] {
            if (page == current()) emit currentHistoryChanged();
        });
    updateTitle(page);
}

QWidget* PageTabs::createCloseButton(Page* page) {
    auto* button = new QToolButton(this);
    button->setIcon(lineIcon("cross"));
    button->setIconSize({12, 12});
    button->setAutoRaise(true);
    button->setToolTip(tr("Close (Ctrl+W)"));
    button->setAccessibleName(tr("Close this tab"));
    connect(button, &QToolButton::clicked, this, [this, page] { closePage(indexOf(page)); });
    return button;
}

void PageTabs::updateTitle(Page* page) {
    const int index = indexOf(page);
    updateTexts();
    setTabToolTip(index, plainToolTip(page->toolTip().isEmpty() ? page->path() : page->toolTip()));
    if (index == currentIndex()) emit currentPageChanged();
}

/// Where the tabs have too little room, they lose what their names share, and then the longest ones their
/// middles. Qt would leave two letters of short names beside long ones.
void PageTabs::updateTexts() {
    QStringList titles;
    for (int index = 0; index < count(); ++index)
        // Each tab has room, however long a file's name is.
        titles << (page(index) ? shortEntry(*this, plainText(page(index)->title())) : QString());
    setTexts(titles);
    if (tabBar()->sizeHint().width() <= width()) return;
    titles = distinctNames(titles);
    setTexts(titles);
    if (const int excess = tabBar()->sizeHint().width() - width(); excess > 0)
        setTexts(shortened(titles, excess, tabBar()->fontMetrics()));
}

void PageTabs::setTexts(const QStringList& titles) {
    for (int index = 0; index < count(); ++index) {
        auto text = titles[index];
        text.replace('&', "&&");
        if (text != tabText(index)) setTabText(index, text);
    }
}

void PageTabs::addPage(Page* page) {
    const int index = addTab(page, {});
    follow(page);
    setCurrentIndex(index);
    page->focusContent();
}

void PageTabs::replacePage(Page* old, Page* replacement) {
    const int index = indexOf(old);
    const bool wasCurrent = index == currentIndex();
    insertTab(index, replacement, {});
    follow(replacement);
    if (wasCurrent)
        setCurrentIndex(index);
    else
        m_unseen.insert(replacement);
    removePage(old);
    if (wasCurrent) replacement->focusContent();
}

void PageTabs::removePage(Page* page) {
    page->disconnect(); // the page lives until the event loop runs again, and must not emit signals any more
    m_unseen.remove(page);
    removeTab(indexOf(page));
    page->deleteLater();
}

void PageTabs::closePage(int index) {
    auto* leaving = page(index);
    if (index <= 0 || !leaving || !leaving->mayClose()) return;
    emit closing(leaving);
    removePage(leaving);
}

bool PageTabs::mayCloseAll() {
    for (int index = 0; index < count(); ++index) {
        if (page(index)->mayClose()) continue;
        setCurrentIndex(index);
        return false;
    }
    return true;
}

Page* PageTabs::pageWithPath(const QString& path) const {
    for (int index = 0; index < count(); ++index) {
        auto* there = page(index);
        if (!path.isEmpty() && there->path() == path) return there;
    }
    return nullptr;
}

void PageTabs::resizeEvent(QResizeEvent* event) {
    QTabWidget::resizeEvent(event);
    updateTexts();
}

void PageTabs::tabInserted(int) {
    emit pagesChanged();
}

void PageTabs::tabRemoved(int) {
    updateTexts();
    emit pagesChanged();
}

} // namespace candela

#include "moc_page_tabs.cpp"
