/// Paints many short texts in one call: names are shaped once, and the glyphs of a picture are collected and
/// drawn together. For canvases that show thousands of names in a frame.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "views/text/short_names.h"

#include <QFont>
#include <QList>
#include <QPainter>
#include <QRawFont>
#include <QString>

#include <memory>
#include <unordered_map>
#include <vector>

namespace candela {

/// A text as glyphs of one font; `ends` are the right edges of the glyphs, from the text's start.
struct ShapedText {
    QList<quint32> glyphs;
    std::vector<float> ends;
    bool needsLayout = false; ///< it can't be drawn glyph by glyph: the font lacks letters, or some run from
                              ///< right to left
    QString text;             ///< the text itself, if it needs layout

    float width() const { return ends.empty() ? 0 : ends.back(); }
};

/// Glyphs to paint in one colour. Cleared and refilled for each frame; its memory is reused.
class GlyphBatch {
public:
    void clear();
    /// Adds the glyphs from `first` to before `last`. `baseline` is the left end of the first glyph's
    /// baseline.
    void append(const ShapedText& text, std::size_t first, std::size_t last, QPointF baseline);
    void appendLayout(const QString& text, QPointF baseline);
    void paint(QPainter& painter, const QRawFont& font) const;

private:
    QList<quint32> m_glyphs;
    QList<QPointF> m_positions;
    std::vector<std::pair<QString, QPointF>> m_layouts;
};

/// The names of groups as glyphs. A name is shaped when it is needed for the first time.
class GlyphNames {
public:
    explicit GlyphNames(const QFont& font);

    const QRawFont& font() const { return m_font; }
    void setGroups(std::shared_ptr<const FrameGroups> groups);
    /// The longest form of names of code; Full until it is set.
    void setForm(NameForm form);

    /// Adds the longest form of the group's name that fits into `width`, with as many template arguments as
    /// possible, or the beginning of the shortest form with an ellipsis. A name that runs from right to left
    /// is at the right end of `width`. Returns its width: 0 if nothing readable fits.
    float append(FrameGroupIndex group, QPointF baseline, float width, GlyphBatch& batch);
    /// Whether the group's name runs from right to left.
    bool runsLeft(FrameGroupIndex group) { return formsOf(group).runsLeft; }
    /// The width of any text that has a few different forms, such as a number; shaped texts are in a small
    /// cache.
    float width(const QString& text);
    void append(const QString& text, QPointF baseline, GlyphBatch& batch);

private:
    struct Forms {
        QStringList names;
        bool runsLeft = false;          ///< from right to left
        std::vector<ShapedText> shaped; ///< the forms that were needed so far
    };
    ShapedText shape(const QString& text) const;
    Forms& formsOf(FrameGroupIndex group);
    float appendForm(Forms& forms, std::size_t form, QPointF baseline, float width, GlyphBatch& batch) const;
    const ShapedText& cached(const QString& text);

    QFont m_textFont;
    QRawFont m_font;
    ShapedText m_ellipsis;
    float m_narrowest; ///< the minimum width at which a name's beginning is readable
    std::shared_ptr<const FrameGroups> m_groups;
    NameForm m_form = NameForm::Full;
    std::vector<std::unique_ptr<Forms>> m_forms;
    std::unordered_map<QString, ShapedText> m_cached;
};

} // namespace candela
