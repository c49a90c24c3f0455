#include "views/timeline/timeline_painter.h"

#include "views/timeline/kind_colours.h"
#include "views/timeline/time_axis.h"

#include <QPolygon>

#include <algorithm>
#include <cmath>

namespace candela {

void paintTimeAxis(QPainter& painter, const TimelineLook& look, const QRect& axis) {
    const int most = std::max(2, axis.width() / 110);
    for (const auto& tick : timeTicks(look.visible, most)) {
        const int x = qRound(look.xOf(tick.time));
        painter.setPen(look.theme.line);
        painter.drawLine(x, axis.bottom() - 4, x, look.plot.bottom());
        painter.setPen(look.theme.mutedText);
        const QRect label(x + 4, axis.top(), 110, axis.height());
        const bool isWhole =
            label.left() + painter.fontMetrics().horizontalAdvance(tick.text) <= axis.right();
        if (isWhole) painter.drawText(label, Qt::AlignVCenter | Qt::AlignLeft, tick.text);
    }
    painter.setPen(look.theme.line);
    painter.drawLine(axis.left(), axis.bottom(), axis.right(), axis.bottom());
}

LaneLook laneLook(const Theme& theme, const TimelineRows& rows, std::size_t lane) {
    const auto& value = rows.lanes[lane];
    // Lanes of one kind differ a little in shade, and those beside the main one are fainter.
    const double shade = std::min(0.22 * static_cast<double>(value.tone), 0.66);
    const auto colour = Theme::mix(kindColour(theme, value.kind), theme.text, shade);
    return {lane == rows.mainLane ? colour : Theme::mix(colour, theme.base, 0.25), value.density};
}

namespace {

constexpr double unmarkedShare = 0.55; ///< of the base colour in what is not marked
constexpr int levelLine = 2;           ///< pixels of the line of a level, and of matches

/// The bars of the slices, from the bottom of the area; adjacent ones of one height are one.
std::vector<QRect> barsOf(const TimelineLook& look, const TimelineRows& rows, const SliceWeights& weight,
                          std::int64_t scale, const QRect& area) {
    std::vector<QRect> bars;
    bars.reserve(weight.size());
    for (std::size_t slice = 0; slice < weight.size(); ++slice) {
        if (weight[slice] <= 0) continue;
        const auto begin = rows.range.begin + static_cast<std::int64_t>(slice) * rows.sliceLength;
        const int left = std::max(qRound(look.xOf(begin)), area.left());
        const int right =
            std::min(qRound(look.xOf(std::min(begin + rows.sliceLength, rows.range.end))), area.right() + 1);
        if (right <= left) continue;
        const double share = static_cast<double>(weight[slice]) / static_cast<double>(scale);
        const int height = std::clamp(qRound(share * area.height()), 1, area.height());
        const int top = area.bottom() + 1 - height;
        // Drawing takes most of a frame, and many bars are as high as the one before.
        if (!bars.empty() && bars.back().top() == top && bars.back().right() + 1 == left)
            bars.back().setRight(right - 1);
        else
            bars.emplace_back(left, top, right - left, height);
    }
    return bars;
}

void drawBars(QPainter& painter, const std::vector<QRect>& bars, const QColor& colour) {
    if (bars.empty()) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRects(bars.data(), static_cast<int>(bars.size()));
}

void keepTops(std::vector<QRect>& bars) {
    for (auto& bar : bars)
        bar.setHeight(std::min(bar.height(), levelLine));
}

} // namespace

void paintDensity(QPainter& painter, const TimelineLook& look, const TimelineRows& rows, const RowLane& row,
                  const LaneLook& lane, const QRect& area, Emphasis emphasis) {
    if (lane.scale <= 0 || rows.sliceLength <= 0) return;
    const auto& base = look.theme.base;
    const double faded = emphasis == Emphasis::Faded ? 0.65 : 0;
    const auto colour =
        Theme::mix(lane.colour, base, rows.marks.isEmpty() ? faded : std::max(faded, unmarkedShare));
    auto bars = barsOf(look, rows, row.weight, lane.scale, area);
    drawBars(painter, bars, lane.density == Density::Level ? Theme::mix(colour, base, 0.65) : colour);
    if (lane.density == Density::Level) {
        keepTops(bars);
        drawBars(painter, bars, colour);
    }
    // Both marks begin at the bottom. The selection is above the matches, and their line above both, so that
    // the height of each is visible.
    const auto& theme = look.theme;
    auto matches = barsOf(look, rows, row.marked[MarkKind::Search], lane.scale, area);
    drawBars(painter, matches, Theme::mix(theme.match, base, faded));
    drawBars(painter, barsOf(look, rows, row.marked[MarkKind::Selection], lane.scale, area),
             Theme::mix(theme.accent, base, faded));
    keepTops(matches);
    drawBars(painter, matches, Theme::mix(theme.matchEdge, base, faded));
}

void paintMarkNames(QPainter& painter, const Theme& theme, const TimelineMarks& marks, const QRect& area) {
    constexpr int swatch = 10, gap = 6;
    const auto count = std::ranges::count_if(markKinds, [&](MarkKind kind) { return marks.has(kind); });
    if (count == 0) return;
    const int width = area.width() / static_cast<int>(count);
    int left = area.left();
    for (const auto kind : {MarkKind::Selection, MarkKind::Search}) {
        if (!marks.has(kind)) continue;
        const QRect square(left + gap, area.center().y() - swatch / 2 + 1, swatch, swatch);
        const bool isSearch = kind == MarkKind::Search;
        painter.fillRect(square, isSearch ? theme.match : theme.accent);
        if (isSearch) painter.fillRect(square.adjusted(0, 0, 0, levelLine - swatch), theme.matchEdge);
        const QRect words(square.right() + gap, area.top(), left + width - square.right() - 2 * gap,
                          area.height());
        painter.setPen(theme.text);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(marks.name(kind), Qt::ElideMiddle, words.width()));
        left += width;
    }
}

void paintScale(QPainter& painter, const TimelineLook& look, const QString& text, const QRect& area) {
    const auto metrics = painter.fontMetrics();
    const QRect box(area.left(), area.top() - 2, metrics.horizontalAdvance(text) + 8, metrics.height());
    painter.fillRect(box, look.theme.base); // bars behind the text would cross it
    painter.setPen(look.theme.mutedText);
    painter.drawText(box, Qt::AlignCenter, text);
}

void paintLaneName(QPainter& painter, const Theme& theme, const QColor& colour, const QString& name,
                   const QString& total, const QRect& area, Emphasis emphasis) {
    constexpr int swatch = 10;
    const QRect square(area.left() + 10, area.center().y() - swatch / 2 + 1, swatch, swatch);
    if (colour.isValid()) painter.fillRect(square, colour);
    const auto font = painter.font();
    auto words = area.adjusted(colour.isValid() ? 28 : 10, 0, -8, 0);
    painter.setPen(theme.mutedText);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignRight, total);
    words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(total) - 10);
    auto strong = font;
    strong.setBold(emphasis == Emphasis::Picked);
    painter.setFont(strong);
    painter.setPen(theme.text);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, words.width()));
    painter.setFont(font);
}

void paintLostTimes(QPainter& painter, const TimelineLook& look, const std::vector<LostTime>& times,
                    const QRect& area) {
    constexpr int narrowest = 4;
    for (const auto& time : times) {
        const auto end = time.end == noTime ? time.begin : time.end;
        if (end < look.visible.begin || time.begin > look.visible.end) continue;
        const int from = std::clamp(qRound(look.xOf(time.begin)), area.left(), area.right() + 1 - narrowest);
        const int to = std::clamp(qRound(look.xOf(end)), from + narrowest, area.right() + 1);
        const QRect band(from, area.top(), to - from, area.height());
        painter.fillRect(band, Theme::mix(look.theme.base, look.theme.warning, 0.10));
        painter.fillRect(band, QBrush(look.theme.warning, Qt::BDiagPattern));
    }
}

void paintTimeSelection(QPainter& painter, const TimelineLook& look, const QRect& area) {
    if (!look.selection) return;
    const auto inside = [&](std::int64_t time) {
        return std::clamp(qRound(look.xOf(time)), area.left(), area.right() + 1);
    };
    const int left = inside(look.selection->begin);
    const int right = std::max(inside(look.selection->end), left + 1);
    auto shade = look.theme.base;
    shade.setAlphaF(0.68F);
    painter.fillRect(QRect(QPoint(area.left(), area.top()), QPoint(left - 1, area.bottom())), shade);
    painter.fillRect(QRect(QPoint(right, area.top()), QPoint(area.right(), area.bottom())), shade);
    auto tint = look.theme.accent;
    tint.setAlphaF(0.08F);
    painter.fillRect(QRect(QPoint(left, area.top()), QPoint(right - 1, area.bottom())), tint);
    painter.fillRect(QRect(left, area.top(), 1, area.height()), look.theme.accent);
    painter.fillRect(QRect(right - 1, area.top(), 1, area.height()), look.theme.accent);
}

int trackIndent(int depth) {
    constexpr int step = 14, maximumDepth = 7; // names stay readable
    return step * std::min(depth, maximumDepth);
}

void paintTrackName(QPainter& painter, const Theme& theme, const TimelineRow& row, const QString& share,
                    const QRect& area, Emphasis emphasis) {
    const bool isThread = row.kind == TrackKind::Thread;
    if (emphasis == Emphasis::Picked) painter.fillRect(area, theme.accentSoft);
    const int indent = trackIndent(row.depth);
    if (row.below > 0) {
        const QPoint middle(area.left() + 12 + indent, area.center().y());
        QPolygon sign;
        if (row.isOpened) {
            sign << middle + QPoint(-4, -2) << middle + QPoint(4, -2) << middle + QPoint(0, 3);
        } else {
            sign << middle + QPoint(-2, -4) << middle + QPoint(-2, 4) << middle + QPoint(3, 0);
        }
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.mutedText);
        painter.drawPolygon(sign);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const auto metrics = painter.fontMetrics();
    const int shareWidth = metrics.horizontalAdvance(share);
    auto words = area.adjusted(indent + (row.kind == TrackKind::Cpu ? 10 : isThread ? 34 : 22), 0, -8, 0);
    painter.setPen(theme.mutedText);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, share);
    words.setRight(words.right() - shareWidth - 10);
    auto number = row->number;
    if (row->isOwn) {
        // The mark takes the number's room where both do not fit.
        const auto mark = QObject::tr("(Candela)");
        const auto both = number + " " + mark;
        const int width = metrics.horizontalAdvance(row->name) + 6 + metrics.horizontalAdvance(both);
        number = width <= words.width() ? both : mark;
    }
    const int numberWidth = number.isEmpty() ? 0 : metrics.horizontalAdvance(number) + 6;
    const auto name = metrics.elidedText(row->name.isEmpty() ? row->number : row->name, Qt::ElideMiddle,
                                         std::max(words.width() - numberWidth, 40));
    painter.setPen(emphasis == Emphasis::Faded || isThread ? theme.mutedText : theme.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, name);
    const int nameWidth = metrics.horizontalAdvance(name);
    if (!row->name.isEmpty() && nameWidth + numberWidth <= words.width()) {
        painter.setPen(theme.mutedText);
        painter.drawText(words.adjusted(nameWidth + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, number);
    }
}

} // namespace candela
