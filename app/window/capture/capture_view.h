/// Everything that shows a session: the filter bar, one of allViews() at a time, the timeline below them all
/// the time. The same while a recording runs and when it is over.
#pragma once

#include "views/session/session.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace candela {

class FilterBar;
class Strip;

class CaptureView : public QWidget {
    Q_OBJECT
public:
    explicit CaptureView(Session& session, QWidget* parent = nullptr);

    const Session& session() const { return m_session; }
    FilterBar* filterBar() const { return m_filterBar; }
    /// By the names of allViews(); another name changes nothing.
    void showView(const QString& name);
    QString shownView() const;
    /// The views' names, in the order of the tabs.
    const QStringList& viewNames() const { return m_names; }
    QWidget* view() const;
    /// Gives the keys to the view, which may still show a message.
    void focusView();
    /// The strip with the tabs: what a page adds goes to its right end.
    Strip* strip() const { return m_strip; }

private:
    void createView(int index);

    Session& m_session;
    QStringList m_names;
    FilterBar* m_filterBar;
    Strip* m_strip;
    QTabBar* m_tabs;
    QStackedWidget* m_views; // a view is made when it is first shown
    QSplitter* m_splitter;
};

} // namespace candela
