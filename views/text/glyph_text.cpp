#include "views/text/glyph_text.h"

#include "views/text/root_text.h"

#include <QFontMetricsF>
#include <QGlyphRun>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

/// Whether some letter runs from right to left. Numbers alone do not.
bool hasRightToLeftLetters(const QString& text) {
    return std::ranges::any_of(text.toUcs4(), [](uint letter) {
        const auto direction = QChar::direction(letter);
        return direction == QChar::DirR || direction == QChar::DirAL;
    });
}

} // namespace

void GlyphBatch::clear() {
    m_glyphs.clear();
    m_positions.clear();
    m_layouts.clear();
}

void GlyphBatch::append(const ShapedText& text, std::size_t first, std::size_t last, QPointF baseline) {
    const double start = first == 0 ? 0 : text.ends[first - 1];
    for (auto glyph = first; glyph < last; ++glyph) {
        m_glyphs.append(text.glyphs[static_cast<qsizetype>(glyph)]);
        const double left = glyph == 0 ? 0 : text.ends[glyph - 1];
        m_positions.append(QPointF(baseline.x() + left - start, baseline.y()));
    }
}

void GlyphBatch::appendLayout(const QString& text, QPointF baseline) {
    m_layouts.emplace_back(text, baseline);
}

void GlyphBatch::paint(QPainter& painter, const QRawFont& font) const {
    if (!m_glyphs.isEmpty()) {
        QGlyphRun run;
        run.setRawFont(font);
        run.setRawData(m_glyphs.constData(), m_positions.constData(), static_cast<int>(m_glyphs.size()));
        painter.drawGlyphRun(QPointF(), run);
    }
    if (m_layouts.empty()) return;
    const auto direction = painter.layoutDirection();
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
    for (const auto& [text, baseline] : m_layouts)
        painter.drawText(baseline, text);
    painter.setLayoutDirection(direction);
}

GlyphNames::GlyphNames(const QFont& font)
    : m_textFont(font), m_font(QRawFont::fromFont(font)), m_ellipsis(shape(QStringLiteral("…"))),
      m_narrowest(shape(QStringLiteral("mn")).width() + m_ellipsis.width()) {}

void GlyphNames::setGroups(std::shared_ptr<const FrameGroups> groups) {
    if (groups == m_groups) return;
    m_groups = std::move(groups);
    m_forms.clear();
    m_forms.resize(m_groups ? m_groups->groups.size() : 0);
}

void GlyphNames::setForm(NameForm form) {
    if (form == m_form) return;
    m_form = form;
    m_forms.clear();
    m_forms.resize(m_groups ? m_groups->groups.size() : 0);
}

GlyphNames::Forms& GlyphNames::formsOf(FrameGroupIndex group) {
    auto& forms = m_forms[group.row()];
    if (forms) return *forms;
    forms = std::make_unique<Forms>();
    const auto& name = (*m_groups)[group].name;
    forms->names = hasMadeName(*m_groups, group) ? shorterNames(groupName(*m_groups, group).toStdString())
                                                 : shorterNames(nameIn(m_form, name));
    forms->runsLeft = forms->names.front().isRightToLeft();
    return *forms;
}

ShapedText GlyphNames::shape(const QString& text) const {
    ShapedText shaped;
    shaped.glyphs = m_font.glyphIndexesForString(text);
    if (shaped.glyphs.contains(0) || shaped.glyphs.size() != text.size() || hasRightToLeftLetters(text)) {
        shaped.needsLayout = true;
        shaped.text = text;
        shaped.ends = {static_cast<float>(QFontMetricsF(m_textFont).horizontalAdvance(text))};
        return shaped;
    }
    const auto advances = m_font.advancesForGlyphIndexes(shaped.glyphs);
    shaped.ends.reserve(static_cast<std::size_t>(advances.size()));
    double end = 0;
    for (const auto& advance : advances) {
        end += advance.x();
        shaped.ends.push_back(static_cast<float>(end));
    }
    return shaped;
}

float GlyphNames::append(FrameGroupIndex group, QPointF baseline, float width, GlyphBatch& batch) {
    if (width < m_narrowest) return 0;
    auto& forms = formsOf(group);
    for (std::size_t form = 0; form < static_cast<std::size_t>(forms.names.size()); ++form) {
        if (form == forms.shaped.size())
            forms.shaped.push_back(shape(forms.names[static_cast<qsizetype>(form)]));
        const auto& shaped = forms.shaped[form];
        if (shaped.width() > width) continue;
        if (forms.runsLeft) baseline.rx() += static_cast<double>(std::floor(width - shaped.width()));
        return appendForm(forms, form, baseline, width, batch);
    }
    const auto& shortest = forms.shaped.back();
    if (shortest.needsLayout) {
        const QFontMetricsF metrics(m_textFont);
        const auto cut = metrics.elidedText(shortest.text, Qt::ElideRight, width);
        if (forms.runsLeft) baseline.rx() += std::floor(width - metrics.horizontalAdvance(cut));
        batch.appendLayout(cut, baseline);
        return width;
    }
    const auto end = std::ranges::upper_bound(shortest.ends, width - m_ellipsis.width());
    const auto count = static_cast<std::size_t>(end - shortest.ends.begin());
    if (count < 2) return 0;
    batch.append(shortest, 0, count, baseline);
    batch.append(m_ellipsis, 0, 1, QPointF(baseline.x() + shortest.ends[count - 1], baseline.y()));
    return shortest.ends[count - 1] + m_ellipsis.width();
}

float GlyphNames::appendForm(Forms& forms, std::size_t form, QPointF baseline, float width,
                             GlyphBatch& batch) const {
    const auto& shaped = forms.shaped[form];
    if (shaped.needsLayout) {
        batch.appendLayout(shaped.text, baseline);
        return shaped.width();
    }
    const auto position = form == 0 ? -1
                                    : ellipsisPosition(forms.names[static_cast<qsizetype>(form) - 1],
                                                       forms.names[static_cast<qsizetype>(form)]);
    if (position <= 0 || forms.shaped[form - 1].needsLayout) {
        batch.append(shaped, 0, shaped.ends.size(), baseline);
        return shaped.width();
    }
    // The two texts have the same beginning. As much of the longer one is shown as leaves room for the end of
    // the shorter one, from its ellipsis on.
    const auto& longer = forms.shaped[form - 1];
    const auto rest = static_cast<std::size_t>(position);
    const float restWidth = shaped.width() - shaped.ends[rest - 1];
    const auto end = std::upper_bound(longer.ends.begin(), longer.ends.end(), width - restWidth);
    const auto count = std::max(static_cast<std::size_t>(end - longer.ends.begin()), rest);
    batch.append(longer, 0, count, baseline);
    batch.append(shaped, rest, shaped.ends.size(), {baseline.x() + longer.ends[count - 1], baseline.y()});
    return longer.ends[count - 1] + restWidth;
}

const ShapedText& GlyphNames::cached(const QString& text) {
    if (m_cached.size() > 5000) m_cached.clear();
    const auto found = m_cached.find(text);
    if (found != m_cached.end()) return found->second;
    return m_cached.emplace(text, shape(text)).first->second;
}

float GlyphNames::width(const QString& text) {
    return cached(text).width();
}

void GlyphNames::append(const QString& text, QPointF baseline, GlyphBatch& batch) {
    const auto& shaped = cached(text);
    if (shaped.needsLayout) {
        batch.appendLayout(text, baseline);
    } else {
        batch.append(shaped, 0, shaped.ends.size(), baseline);
    }
}

} // namespace candela
