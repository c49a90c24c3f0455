/// The heat map with its strip of switches and a line about the cell under the pointer.
#pragma once

#include "views/heat_map/heat_map_canvas.h"

#include <QWidget>

class QToolButton;

namespace candela {

class ElidedLabel;
class ItemLine;
class MessageStack;

class HeatMapView : public QWidget {
    Q_OBJECT
public:
    explicit HeatMapView(Session& session, QWidget* parent = nullptr);

    HeatMapCanvas* canvas() const { return m_canvas; }

private:
    QWidget* createStrip();
    void updateMessage();
    void updateStrip();
    void updateFooter();

    Session& m_session;
    HeatMapCanvas* m_canvas;
    MessageStack* m_stack;
    QToolButton* m_zoom = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_whole = nullptr;
    QToolButton* m_clear = nullptr;
    ElidedLabel* m_marked = nullptr;
    ItemLine* m_footer = nullptr;
};

} // namespace candela
