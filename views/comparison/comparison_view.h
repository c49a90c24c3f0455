/// Two flame graphs side by side, base and new, above the table of differences. Hovering, zoom and search act
/// on both sides.
#pragma once

#include "views/comparison/comparison_session.h"
#include "views/comparison/side_rows.h"

#include <QWidget>

#include <array>

class QStackedWidget;
class QTableView;
class QToolButton;

namespace candela {

class ChangeLegend;
class ComparisonItemModel;
class DifferenceFlame;
class DifferencesPanel;
class FlameCanvas;
class FlameMap;
class ItemLine;
class SideHead;

class ComparisonView : public QWidget {
    Q_OBJECT
public:
    /// The session outlives the widget.
    explicit ComparisonView(ComparisonSession& session, QWidget* parent = nullptr);

    /// Whether the comparison itself can show what the view of that name (view.h) shows.
    static bool shows(const QString& view);

    /// What a side is made of: in a line, where that has too little room, and in full.
    void setSource(ComparisonPart part, const QString& name, const QString& shorter, const QString& toolTip);

    FlameCanvas* baseCanvas() const { return m_sides[0].canvas; }
    FlameCanvas* newCanvas() const { return m_sides[1].canvas; }
    DifferenceFlame* difference() const { return m_difference; }
    QTableView* tableView() const;
    const ComparisonItemModel& model() const;

private:
    struct Side {
        Session* session = nullptr;
        FlameCanvas* canvas = nullptr;
        FlameMap* map = nullptr;
        SideHead* head = nullptr;
        std::shared_ptr<const SideRows> rows = nullptr; ///< the comparison by this side's groups; null
                                                        ///< without one
    };
    QWidget* createStrip();
    QWidget* createSide(Side& side, const QString& title);
    QWidget* createGraphs();
    void showGraphs(int choice);
    void linkCanvases();
    void updateColours();
    void updateStrip();
    void selectMatch(MatchStep step);
    QString toolTipOfOther(const Side& side, CallNodeIndex node) const;
    /// The verdict's text; empty if nothing is known.
    QString verdictOf(const Side& side, CallNodeIndex node) const;

    ComparisonSession& m_session;
    DifferencesPanel* m_differences;
    Side m_sides[2];
    DifferenceFlame* m_difference = nullptr;
    QStackedWidget* m_graphs = nullptr;       ///< the two sides, or their difference
    std::array<FlameCanvas*, 3> m_canvases{}; ///< of both sides, and of their difference
    bool m_showsDifference = false;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    QToolButton* m_reset = nullptr;
    ChangeLegend* m_legend = nullptr;
    ItemLine* m_footer = nullptr;
};

} // namespace candela
