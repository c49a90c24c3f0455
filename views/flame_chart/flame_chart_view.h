/// The flame chart with its strip of switches and a line about the block under the pointer.
#pragma once

#include "views/flame_chart/flame_chart_canvas.h"

#include <QWidget>

class QToolButton;

namespace candela {

class ItemLine;
class MessageStack;
class TrackListControls;

class FlameChartView : public QWidget {
    Q_OBJECT
public:
    explicit FlameChartView(Session& session, QWidget* parent = nullptr);

    FlameChartCanvas* canvas() const { return m_canvas; }
    TrackListControls* listing() const { return m_listing; }

private:
    QWidget* createStrip();
    void updateMessage();
    void updateStrip();
    void updateFooter();

    Session& m_session;
    FlameChartCanvas* m_canvas;
    MessageStack* m_stack;
    TrackListControls* m_listing = nullptr;
    QToolButton* m_whole = nullptr;
    QToolButton* m_clear = nullptr;
    ItemLine* m_footer = nullptr;
};

} // namespace candela
