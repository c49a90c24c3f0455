/// Paints the parts of a flame chart: blocks and their names, with few calls for all blocks of a colour; and
/// the names of tracks. Keeps its buffers between frames.
#pragma once

#include "views/flame/flame_textures.h"
#include "views/flame/group_classes.h"
#include "views/flame_chart/flame_chart_scene.h"
#include "views/text/glyph_text.h"
#include "views/widgets/theme.h"

#include <QImage>
#include <QPainter>

#include <optional>
#include <vector>

namespace candela {

/// What is emphasized, besides the blocks themselves.
struct FlameChartMarks {
    const std::vector<bool>* matches = nullptr; ///< a row for each group; null: no search
    FrameGroupIndex hoveredGroup;               ///< all its blocks are highlighted
    FrameGroupIndex selectedGroup;              ///< all its blocks are in the colour of the selection
    std::optional<TrackBlock> hovered;
    std::optional<TrackBlock> focused;
};

class FlameChartPainter {
public:
    explicit FlameChartPainter(const QFont& font);

    /// `tones` has a row of `palette` for each group.
    void paintBlocks(QPainter& painter, const FlameChartScene& scene, const FlameChartGeometry& geometry,
                     const std::vector<std::uint8_t>& tones, const std::vector<QColor>& palette,
                     const Theme& theme, const FlameChartMarks& marks);

private:
    struct Frame; // the values that one call of paintBlocks() uses

    void collect(const Frame& frame, const VisibleTrack& track);
    void paintSlivers(QPainter& painter, int top, int height);

    GlyphNames m_names;
    GlyphBatch m_texts;
    GlyphBatch m_mutedTexts;
    double m_ascent;
    double m_textHeight;
    FlameTextures m_textures;
    GroupClasses m_classes;
    /// By class of code, then by colour: the palette, the same dimmed, matches.
    std::vector<std::vector<QRect>> m_blocks;
    std::vector<QRgb> m_line; ///< the pixels of one row that show narrow blocks; 0: no block
    QImage m_slivers;         ///< the line, repeated for the height of a row
    std::vector<QRect> m_selected;
    std::vector<QRect> m_lifted;
};

/// Draws a track's names, share and the sign that closes it.
void paintTrackName(QPainter& painter, const Theme& theme, const FlameChart& chart, std::size_t track,
                    bool isClosed, const QRect& area, int rowHeight);

} // namespace candela
