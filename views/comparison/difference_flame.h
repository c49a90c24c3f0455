/// One flame graph of both sides of a comparison: widths by either side or by what changed, colours by
/// change. Zoom, selection and search are those of both sides.
#pragma once

#include "views/comparison/comparison_session.h"
#include "views/comparison/difference_sides.h"
#include "views/text/item_words.h"

#include <QWidget>

namespace candela {

class ChoiceStrip;
class FlameCanvas;
class FlameMap;

class DifferenceFlame : public QWidget {
    Q_OBJECT
public:
    /// The session outlives the widget.
    explicit DifferenceFlame(ComparisonSession& session, QWidget* parent = nullptr);

    FlameCanvas* canvas() const { return m_canvas; }
    FlameMap* map() const { return m_map; }

private:
    QWidget* createHead();
    void takeComparison();
    void updateContent();
    void updateMatches();
    /// Both sides as a whole.
    QString everythingText() const;
    QString toolTip(CallNodeIndex node) const;
    ItemWords words(CallNodeIndex node) const;
    /// Whether the shown tree is of the last comparison.
    bool isCurrent() const;

    ComparisonSession& m_session;
    FlameCanvas* m_canvas;
    FlameMap* m_map;
    ChoiceStrip* m_widths = nullptr;
    std::shared_ptr<DifferenceSides> m_sides; ///< null without a comparison
};

} // namespace candela
