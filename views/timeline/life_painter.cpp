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
    const auto end = std::ranges::upper_bound(life.events, look.visible.end, {}, &LifeEvent::time);
    const auto xOf = [&](const LifeEvent& event) { return qRound(look.xOf(event.time)); };
    for (auto event = std::ranges::lower_bound(life.events, look.visible.begin, {}, &LifeEvent::time);
         event < end;) {
        // A row may have very many events, of which a search finds the few that begin a sign.
        const int from = xOf(*event);
        const auto next = std::ranges::lower_bound(event, end, from + signDistance, {}, xOf);
        signs.push_back({from, xOf(*std::prev(next)), {&*event, static_cast<std::size_t>(next - event)}});
        event = next;
    }
    return signs;
}

std::span<const LifeEvent> lifeEventsAt(const RowLife& life, const TimelineLook& look, double x) {
    for (const auto& sign : lifeSigns(life, look)) {
        if (sign.isAt(x)) return sign.events;
    }
    return {};
}

void paintMissingTimes(QPainter& painter, const TimelineLook& look, const RowLife& life, const QRect& area) {
    auto shade = look.theme.mutedText;
    shade.setAlphaF(static_cast<float>(shadeShare));
    std::vector<QRect> rects;
    const auto xOf = [&](std::int64_t time) { // which may be far outside
        return qRound(look.xOf(std::clamp(time, look.visible.begin, look.visible.end)));
    };
    const auto beginOf = [&](const TimeRange& range) { return xOf(range.begin); };
    int left = area.left();
    auto own = std::ranges::upper_bound(life.existing, look.visible.begin, {}, &TimeRange::end);
    while (left <= area.right()) {
        // The next that begins further right; between those before it, no gap is a pixel wide.
        own = std::ranges::lower_bound(own, life.existing.end(), left + 1, {}, beginOf);
        if (own != life.existing.begin()) left = std::max(left, xOf(std::prev(own)->end));
        const int right = own != life.existing.end() ? beginOf(*own) : area.right() + 1;
        if (right > left) rects.emplace_back(left, area.top(), right - left, area.height());
        if (own == life.existing.end()) break;
        left = std::max(right, xOf(own->end));
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
