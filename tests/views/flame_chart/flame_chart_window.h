/// A flame chart in a window, with a profile of two threads.
#pragma once

#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/widgets/theme.h"

#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace candela {

inline constexpr std::int64_t tenth = second / 10;

/// Thread 7 of "render": main;draw;blit for two seconds, main;draw;fill for one, nothing for one, main;load
/// for one. Thread 8, "worker": main for the second second. A sample each tenth of a second.
inline std::shared_ptr<const Profile> renderProfile() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto process =
        builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("render"), .labels = {}});
    const auto thread = [&](int tid, const char* name) {
        return builder.addThread(
            {.process = process, .tid = tid, .name = builder.string(name), .labels = {}});
    };
    const auto mapping = builder.mapping({.path = builder.string("/lib/libdraw.so"), .buildId = {}});
    const auto add = [&](ThreadIndex ofThread, std::vector<const char*> names, std::int64_t from,
                         std::int64_t to) {
        StackIndex stack;
        for (const auto* name : names) {
            const auto function = builder.function(
                {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = mapping});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = mapping}));
        }
        for (auto time = from; time < to; time += tenth)
            builder.addSample(
                value, {.stack = stack, .weight = tenth, .time = time, .thread = ofThread, .labels = {}});
    };
    const auto render = thread(7, "render"), worker = thread(8, "worker");
    add(render, {"main", "draw", "blit"}, 0, 2 * second);
    add(render, {"main", "draw", "fill"}, 2 * second, 3 * second);
    add(render, {"main", "load"}, 4 * second, 5 * second);
    add(worker, {"main"}, second, 2 * second);
    return std::make_shared<const Profile>(builder.build());
}

struct FlameChartWindow {
    explicit FlameChartWindow(std::shared_ptr<const Profile> profile = renderProfile()) : view(session) {
        Theme::apply(ColourScheme::Light);
        view.resize(FlameChartGeometry::nameWidth + 1020, 500);
        view.show();
        session.setProfile(std::move(profile));
        settle();
    }
    FlameChartCanvas& canvas() { return *view.canvas(); }
    /// A point in the middle of the row of that depth.
    QPoint at(std::size_t track, std::uint32_t depth, std::int64_t time) {
        return {qRound(canvas().geometry().xOf(time)),
                canvas().geometry().rowTop(track, depth) + canvas().geometry().rowHeight / 2};
    }
    std::string nameAt(std::size_t track, std::uint32_t depth, std::int64_t time) {
        const auto found = canvas().blockAt(at(track, depth, time));
        return found ? nameOf(*found) : std::string();
    }
    std::string nameOf(const TrackBlock& block) {
        const auto& shape = *canvas().chart()->shape;
        return (*shape.groups)[shape.group[block.block.node.row()]].name;
    }
    std::string focused() {
        return canvas().focusedBlock() ? nameOf(*canvas().focusedBlock()) : std::string();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&canvas(), key, modifiers);
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(canvas().viewport(), Qt::LeftButton, modifiers, from);
        for (int step = 1; step <= 4; ++step) {
            QMouseEvent move(QEvent::MouseMove, from + (to - from) * step / 4,
                             canvas().viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, modifiers);
            QCoreApplication::sendEvent(canvas().viewport(), &move);
        }
        QTest::mouseRelease(canvas().viewport(), Qt::LeftButton, modifiers, to);
        settle();
    }
    void wheel(QPoint at, QPoint turn, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent event(at, canvas().viewport()->mapToGlobal(at), {}, turn, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas().viewport(), &event);
    }

    Session session;
    FlameChartView view;
};

} // namespace candela
