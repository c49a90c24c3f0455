/// Paints a FlameScene with any QPainter: only the visible part, with one call for all plain boxes of a row
/// and few for those with textures and for all names, so that a tree of half a million nodes is painted
/// within a screen refresh. Keeps its buffers between frames.
#pragma once

#include "views/flame/box_line.h"
#include "views/flame/flame_marks.h"
#include "views/flame/flame_scene.h"
#include "views/flame/flame_textures.h"
#include "views/flame/group_classes.h"
#include "views/text/glyph_text.h"
#include "views/widgets/theme.h"

#include <QImage>
#include <QPainter>

#include <utility>
#include <vector>

namespace candela {

class FlamePainter {
public:
    explicit FlamePainter(const QFont& font);

    /// How names are written from now on.
    void setNameForm(NameForm form) { m_names.setForm(form); }

    /// The height of a row with this font.
    static double rowHeight(const QFont& font);

    /// Paints the boxes that are partly inside of `visible`, to which the painter has to be clipped.
    /// `everything` is the text of the outermost bar.
    void paint(QPainter& painter, const FlameScene& scene, const FlameGeometry& geometry,
               const QRegion& visible, const std::vector<QColor>& palette, const Theme& theme,
               const FlameMarks& marks, const QString& everything);

    /// Paints a frame of a widget, with its background. The picture without marks of hovered and selected
    /// boxes is kept, and painted anew only if the region is the whole surface. So a change of anything but
    /// these marks has to update everything.
    void paintFrame(QPainter& painter, const FlameScene& scene, const FlameGeometry& geometry,
                    const QRegion& region, const std::vector<QColor>& palette, const Theme& theme,
                    const FlameMarks& marks, const QString& everything);

private:
    enum class Painted { AllBoxes, MarkedBoxes };
    struct Frame; // the values that one call of paint() uses

    void paint(Frame& frame, const std::vector<QColor>& palette);
    void paintBars(Frame& frame);
    void collectRow(Frame& frame, std::size_t row);
    void findParts(const Frame& frame, double top);
    void clear(const std::vector<QColor>& palette, const Theme& theme);
    void paintBoxes(Frame& frame);
    void collectMerged(Frame& frame, const FlameBox& box, const QRect& rect);
    void collectBox(Frame& frame, const FlameBox& box, const QRect& rect);
    void collectName(Frame& frame, const FlameBox& box, const QRect& rect, GlyphBatch& texts);
    void paintOutlines(Frame& frame);

    GlyphNames m_names;
    GlyphBatch m_texts;
    GlyphBatch m_mutedTexts;
    double m_ascent;
    double m_textHeight;
    BoxLine m_line;                          ///< boxes without a texture
    std::vector<std::vector<QRect>> m_boxes; ///< the others, by kind of code, then by colour
    std::vector<QColor> m_colours;
    FlameTextures m_textures;
    GroupClasses m_classes;
    std::vector<QRect> m_lifted;
    QImage m_unmarked;                        ///< the last frame without marks of hovered and selected
                                              ///< boxes
    std::vector<std::pair<int, int>> m_parts; ///< of a row: from the left edge to the right edge of each
    std::vector<QRect> m_inlinedEdges;
};

} // namespace candela
