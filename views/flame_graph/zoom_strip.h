/// The strip with the call path of a zoomed flame graph; visible while it is zoomed.
#pragma once

#include "views/widgets/strip.h"

namespace candela {

class Breadcrumbs;
class FlameCanvas;
class Session;

class ZoomStrip : public Strip {
    Q_OBJECT
public:
    /// The canvas shows the session; both outlive the strip.
    ZoomStrip(FlameCanvas& canvas, Session& session, QWidget* parent = nullptr);

private:
    void refresh();

    FlameCanvas& m_canvas;
    Breadcrumbs* m_breadcrumbs;
};

} // namespace candela
