#include "views/timeline/life_painter.h"

#include <QPolygon>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr int signSize = 7;      ///< pixels, odd
constexpr int signDistance = 11; ///< events that are nearer than that to the first one share its sign
constexpr int barWidth = 7;
constexpr int signTop = 2;         ///< pixels below the top of a row
constexpr double shadeShare = 0.1; ///< of the colour of muted texts

QPolygon shapeOf(LifeEvent::Kind kind, QPoint middle) {
    constexpr int half = signSize / 2;
    QPolygon shape;
    switch (kind) {
    case LifeEvent::Kind::Start:
    case LifeEvent::Kind::ThreadStart:
        return shape << middle + QPoint(0, -half) << middle + QPoint(half + 2, 0) << middle + QPoint(0, half);
    case LifeEvent::Kind::Exit:
        return shape << middle + QPoint(0, -half) << middle + QPoint(-half - 2, 0)
                     << middle + QPoint(0, half);
    case LifeEvent::Kind::Exec:
        break;
    }
    return shape << middle + QPoint(0, -half) << middle + QPoint(half, 0) << middle + QPoint(0, half)
                 << middle + QPoint(-half, 0);
}

} // namespace

bool LifeSign::isAt(double x) const {
    return x >= from - signSize / 2 - 2 && x <= to + signSize / 2 + 2;
}

std::vector<LifeSign> lifeSigns(const RowLife& life, const TimelineLook& look) {
    std::vector<LifeSign> signs;
    const auto first = std::ranges::lower_bound(life.events, look.visible.begin, {}, &LifeEvent::time);
    const auto end = std::ranges::upper_bound(life.events, look.visible.end, {}, &LifeEvent::time);
    for (auto event = first; event != end; ++event) {
        const int x = qRound(look.xOf(event->time));
        if (!signs.empty() && x - signs.back().from < signDistance) {
            auto& sign = signs.back();
            sign.to = x;
            sign.events = {sign.events.data(), sign.events.size() + 1};
        } else {
            signs.push_back({x, x, {&*event, 1}});
        }
    }
    return signs;
}

void paintMissingTimes(QPainter& painter, const TimelineLook& look, const RowLife& life, const QRect& area) {
    auto shade = look.theme.mutedText;
    shade.setAlphaF(static_cast<float>(shadeShare));
    std::vector<QRect> rects;
    for (const auto& gap : life.missing(look.visible)) {
        const int left = std::max(qRound(look.xOf(gap.begin)), area.left());
        const int right = std::min(qRound(look.xOf(gap.end)), area.right() + 1);
        if (right > left) rects.emplace_back(left, area.top(), right - left, area.height());
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(shade);
    painter.drawRects(rects.data(), static_cast<int>(rects.size()));
}

void paintLifeSigns(QPainter& painter, const TimelineLook& look, const RowLife& life, const QRect& area) {
    const auto signs = lifeSigns(life, look);
    if (signs.empty()) return;
    const auto& theme = look.theme;
    const int y = area.top() + signTop + signSize / 2;
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.base, 2)); // an edge, so that signs are visible on densities
    for (const auto& sign : signs) {
        painter.setBrush(theme.text);
        if (sign.events.size() == 1) {
            const auto shape = shapeOf(sign.events.front().kind, {sign.from, y});
            painter.drawPolygon(shape);
            painter.setPen(Qt::NoPen);
            painter.drawPolygon(shape);
            painter.setPen(QPen(theme.base, 2));
            continue;
        }
        const QRect bar((sign.from + sign.to) / 2 - barWidth / 2, y - 2, barWidth, 5);
        painter.drawRect(bar);
        painter.fillRect(bar, theme.text);
    }
    painter.restore();
}

} // namespace candela
