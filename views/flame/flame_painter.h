/// Paints a FlameScene with any QPainter: only what is visible, boxes by colour and all names in a few calls,
/// so that a tree of half a million nodes is painted within a screen refresh. Keeps its buffers between
/// frames.
#pragma once

#include "views/flame/flame_scene.h"
#include "views/text/glyph_text.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <vector>

namespace candela {

/// What is marked in the picture, besides the boxes themselves.
struct FlameMarks {
    const std::vector<bool>* matches = nullptr; ///< a row per group; null: no search
    FrameGroupIndex hoveredGroup;               ///< its boxes are lifted everywhere
    CallNodeIndex hovered;
    CallNodeIndex selected;
};

class FlamePainter {
public:
    explicit FlamePainter(const QFont& font);

    /// The height of a row for the font.
    static double rowHeight(const QFont& font);

    /// Paints what lies in `visible`. `everything` is the text of the outermost bar.
    void paint(QPainter& painter, const FlameScene& scene, const FlameGeometry& geometry,
               const QRectF& visible, const std::vector<QColor>& palette, const Theme& theme,
               const FlameMarks& marks, const QString& everything);

private:
    struct Frame; // what one paint() call works on

    void paintBars(Frame& frame);
    void collectRow(Frame& frame, std::size_t row);
    void addRect(std::size_t colour, const QRect& rect);
    void collectMerged(Frame& frame, const FlameBox& box, const QRect& rect);
    void collectBox(Frame& frame, const FlameBox& box, const QRect& rect);
    void collectName(Frame& frame, const FlameBox& box, const QRect& rect, GlyphBatch& texts);
    void paintOutlines(Frame& frame);

    GlyphNames m_names;
    GlyphBatch m_texts;
    GlyphBatch m_mutedTexts;
    double m_ascent;
    double m_textHeight;
    std::vector<std::vector<QRect>> m_boxes; ///< by colour
    std::vector<QColor> m_colours;
    std::vector<QRect> m_lifted;
    std::vector<QRect> m_inlinedEdges;
};

} // namespace candela
