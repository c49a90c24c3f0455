/// The call tree, top-down or bottom-up. Opened rows, the selection and the place in the list survive a newer
/// snapshot.
#pragma once

#include "views/call_tree_item_model.h"
#include "views/session.h"
#include "views/when_visible.h"

#include <QWidget>

#include <string>
#include <vector>

class QTreeView;

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
    /// Opens the row and its heaviest callee again and again, while one callee has most of its caller's
    /// weight.
    void expandHotPath(const QModelIndex& from);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The opened rows below one row, by name.
    struct Opened {
        std::string name;
        std::vector<Opened> children;
    };
    QWidget* createStrip();
    void prepare();
    void accept(const Shown& shown, std::shared_ptr<CallTree> tree);
    std::vector<Opened> openedBelow(const QModelIndex& parent) const;
    void open(const QModelIndex& parent, const std::vector<Opened>& rows);
    void followSelection();
    void showMenu(const QPoint& place);

    Session& m_session;
    Direction m_direction = Direction::TopDown;
    LatestJob<Result<std::shared_ptr<CallTree>>> m_job;
    CallTreeItemModel* m_model;
    QTreeView* m_view;
    WhenVisible* m_prepare;
    MessageStack* m_stack;
    bool m_isFollowing = false; ///< the selection changes because the session's did
};

} // namespace candela
