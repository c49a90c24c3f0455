/// The call tree, top-down or bottom-up. Opened rows, the selection and the scroll position survive a newer
/// snapshot.
#pragma once

#include "views/session/session.h"
#include "views/tables/call_tree_search.h"
#include "views/tables/weight_tree.h"
#include "views/widgets/when_visible.h"

#include <QWidget>

class QLabel;

namespace candela {

class MessageStack;

class CallTreeView : public QWidget {
    Q_OBJECT
public:
    explicit CallTreeView(Session& session, QWidget* parent = nullptr);

    QTreeView* treeView() const { return m_view; }
    const CallTreeItemModel& model() const { return *m_model; }
    Direction direction() const { return m_direction; }
    void setDirection(Direction direction);
    /// Hides the strip of switches, for a view that has its own.
    void hideStrip();
    /// Opens the row and its heaviest callee repeatedly,
    /// while one callee has most of its caller's weight.
    void expandHotPath(const QModelIndex& from);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* createStrip();
    void createActions();
    void prepare();
    void accept(const Shown& shown, std::shared_ptr<CallTree> tree);
    void followSelection();
    void revealSelection();
    void updateMatches();
    void selectMatch(MatchStep step);

    Session& m_session;
    Direction m_direction = Direction::TopDown;
    LatestJob<Result<std::shared_ptr<CallTree>>> m_job;
    CallTreeItemModel* m_model;
    WeightTree* m_view;
    QWidget* m_strip = nullptr;
    WhenVisible* m_prepare;
    MessageStack* m_stack;
    QLabel* m_matchLimit;
    CallTreeSearch m_search;
    bool m_isFollowing = false; ///< the selection changes because the session's did
};

} // namespace candela
