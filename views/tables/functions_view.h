/// The flat table of functions (or modules, files, lines, addresses) with their weights.
#pragma once

#include "views/session/session.h"
#include "views/tables/function_list_item_model.h"
#include "views/widgets/when_visible.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace candela {

class MessageStack;

class FunctionsView : public QWidget {
    Q_OBJECT
public:
    explicit FunctionsView(Session& session, QWidget* parent = nullptr);

    QTableView* tableView() const { return m_view; }
    const FunctionListItemModel& model() const { return *m_model; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void markSelection();
    void revealSelection();
    void selectMatch(MatchStep step);
    void updateCount();
    void updateMessage();

    Session& m_session;
    FunctionListItemModel* m_model;
    QTableView* m_view;
    WhenVisible* m_refresh;
    MessageStack* m_stack;
    QLabel* m_count = nullptr;
    bool m_isFollowing = false; ///< the selection changes because the session's did
};

} // namespace candela
