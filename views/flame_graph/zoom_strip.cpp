#include "views/flame_graph/zoom_strip.h"

#include "views/flame/flame_canvas.h"
#include "views/flame_graph/breadcrumbs.h"
#include "views/session/session.h"
#include "views/widgets/flow_row.h"

#include <QApplication>

namespace candela {

ZoomStrip::ZoomStrip(FlameCanvas& canvas, Session& session, QWidget* parent)
    : Strip(Line::Below, parent), m_canvas(canvas), m_breadcrumbs(new Breadcrumbs(this)) {
    setMargins({8, 2, 8, 2});
    row()->addWidget(m_breadcrumbs, 1);
    hide();
    connect(m_breadcrumbs, &Breadcrumbs::backRequested, &session, &Session::zoomBack);
    connect(m_breadcrumbs, &Breadcrumbs::chosen, this, [this, &session](const CallPath& path) {
        session.setZoom(path);
        m_canvas.setFocus(); // the chosen name may have moved or be gone
    });
    connect(&canvas, &FlameCanvas::sceneChanged, this, &ZoomStrip::refresh);
}

/// The names are those of the call node that fills the width: of the zoomed one or, while there is no such
/// call node, of its nearest ancestor.
void ZoomStrip::refresh() {
    const auto& scene = m_canvas.scene();
    const bool isZoomed = !scene.isEmpty() && scene.layout.root;
    if (isZoomed) m_breadcrumbs->setPath(callPath(*scene.tree, scene.layout.root));
    if (isZoomed == !isHidden()) return;
    if (!isZoomed && m_breadcrumbs->isAncestorOf(QApplication::focusWidget())) m_canvas.setFocus();
    setVisible(isZoomed);
}

} // namespace candela

#include "moc_zoom_strip.cpp"
