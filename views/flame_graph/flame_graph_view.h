/// The flame graph with its strip of switches and a line about the hovered box.
#pragma once

#include "views/flame/flame_canvas.h"

#include <QWidget>

class QToolButton;

namespace candela {

class ChoiceMenu;
class FlameMap;
class ItemLine;
class Legend;

class FlameGraphView : public QWidget {
    Q_OBJECT
public:
    explicit FlameGraphView(Session& session, QWidget* parent = nullptr);

    FlameCanvas* canvas() const { return m_canvas; }
    ChoiceMenu* look() const { return m_look; }

private:
    QWidget* createStrip();
    ChoiceMenu* createLook(QWidget* parent);
    void updateStrip();
    void updateFooter();

    Session& m_session;
    FlameCanvas* m_canvas;
    FlameMap* m_map;
    QToolButton* m_back;
    QToolButton* m_forward;
    QToolButton* m_reset;
    ChoiceMenu* m_look;
    Legend* m_legend;
    ItemLine* m_footer;
};

} // namespace candela
