/// Many short texts painted in one call: names are shaped once, and a picture's glyphs are collected and
/// drawn together. For canvases that show thousands of names in a frame.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <QFont>
#include <QList>
#include <QPainter>
#include <QRawFont>
#include <QString>

#include <memory>
#include <unordered_map>
#include <vector>

namespace candela {

/// A text as glyphs of one font; `ends` are the right edges of each glyph from the text's start.
struct ShapedText {
    QList<quint32> glyphs;
    std::vector<float> ends;
    bool needsLayout = false; ///< has letters that the font lacks: glyph by glyph is not enough
    QString text;             ///< kept where it needs layout

    float width() const { return ends.empty() ? 0 : ends.back(); }
};

/// Glyphs to be painted in one colour. Cleared and filled again for each frame; its memory stays.
class GlyphBatch {
public:
    void clear();
    /// The glyphs from `first` to before `last`, the first of them at the baseline's left.
    void append(const ShapedText& text, std::size_t first, std::size_t last, QPointF baseline);
    void appendLayout(const QString& text, QPointF baseline);
    void paint(QPainter& painter, const QRawFont& font) const;

private:
    QList<quint32> m_glyphs;
    QList<QPointF> m_positions;
    std::vector<std::pair<QString, QPointF>> m_layouts;
};

/// The shaped names of groups, made when they are first wanted.
class GlyphNames {
public:
    explicit GlyphNames(const QFont& font);

    const QRawFont& font() const { return m_font; }
    void setGroups(std::shared_ptr<const FrameGroups> groups);

    /// The longest form of the group's name that fits into `width`, with as many template arguments as there
    /// is room for, or the beginning of the shortest with an ellipsis. Returns the width that it takes: 0
    /// where nothing readable fits.
    float append(FrameGroupIndex group, QPointF baseline, float width, GlyphBatch& batch);
    /// Any text, shaped letter by letter from a small cache; for numbers.
    float width(const QString& text);
    void append(const QString& text, QPointF baseline, GlyphBatch& batch);

private:
    struct Forms {
        QStringList names;
        std::vector<ShapedText> shaped; ///< as many as were wanted so far
    };
    ShapedText shape(const QString& text) const;
    float appendForm(Forms& forms, std::size_t form, QPointF baseline, float width, GlyphBatch& batch) const;
    const ShapedText& cached(const QString& text);

    QFont m_textFont;
    QRawFont m_font;
    ShapedText m_ellipsis;
    float m_narrowest; ///< a name's beginning of this width is still readable
    std::shared_ptr<const FrameGroups> m_groups;
    std::vector<std::unique_ptr<Forms>> m_forms;
    std::unordered_map<QString, ShapedText> m_cached;
};

} // namespace candela
