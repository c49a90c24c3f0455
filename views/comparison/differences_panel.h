/// The table of differences with the verdict of the whole above it. Its selection is that of both sides.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <QWidget>

#include <string>
#include <utility>

class QMenu;
class QModelIndex;
class QTableView;

namespace candela {

class ComparisonItemModel;
class ComparisonSession;
class ComparisonTable;
class ElidedLabel;
class LinkActions;
class MessageStack;
class Session;
struct ViewMessage;

class DifferencesPanel : public QWidget {
    Q_OBJECT
public:
    /// The session outlives the widget.
    explicit DifferencesPanel(ComparisonSession& session, QWidget* parent = nullptr);

    QTableView* tableView() const;
    const ComparisonItemModel& model() const { return *m_model; }
    /// Scrolls to the selected function and takes the focus.
    void showSelected();

protected:
    void changeEvent(QEvent* event) override;

private:
    void linkTable();
    QWidget* createHead();
    void refresh();
    ViewMessage message() const;
    void updateMeaning();
    void followSelection();
    Session& sideOf(const QModelIndex& index);
    std::string nameOfSide(const QModelIndex& index) const;
    /// The row's function on a side that shows it, base first; null if none does.
    std::pair<Session*, FrameGroupIndex> shownFunction(const QModelIndex& index) const;
    QMenu* createRowMenu(const QModelIndex& index);
    void togglePin(const std::string& name);

    ComparisonSession& m_session;
    ComparisonItemModel* m_model;
    ComparisonTable* m_table;
    LinkActions* m_linkActions;
    ElidedLabel* m_whole = nullptr;   ///< the verdict on both sides as a whole
    ElidedLabel* m_meaning = nullptr; ///< what the numbers in the table mean
    MessageStack* m_stack = nullptr;
    bool m_isFollowing = false; ///< the selection changes because the session's did
};

} // namespace candela
