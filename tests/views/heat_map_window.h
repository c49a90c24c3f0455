/// A heat map of stripes in a window, for tests that use its mouse and keys.
#pragma once

#include "tests/views/example_profiles.h"
#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "views/heat_map/heat_map_view.h"
#include "views/session/message_stack.h"
#include "views/widgets/theme.h"

#include <QMouseEvent>
#include <QTest>

#include <array>

namespace candela {

inline constexpr std::int64_t cellTime = second / 50;

/// Ten seconds: main;draw in each of them from 0.5 s on for 0.1 s, and main;load at 3.2 s for 0.1 s, three
/// times as heavy. The first value counts the samples, the second one is shown.
inline void addStripes(ProfileBuilder& builder, int seconds) {
    const std::array values{builder.valueType("samples", "count"), builder.valueType("cpu", "nanoseconds")};
    const auto add = [&](const char* name, std::int64_t from, std::int64_t weight) {
        StackIndex stack;
        for (const auto* frame : {"main", name}) {
            const auto function =
                builder.function({.name = builder.string(frame), .rawName = {}, .file = {}, .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        for (auto time = from; time < from + second / 10; time += second / 100)
            for (const auto value : values)
                builder.addSample(value, {.stack = stack,
                                          .weight = value == values[0] ? 1 : weight,
                                          .time = time,
                                          .thread = {},
                                          .labels = {}});
    };
    for (int at = 0; at < seconds; ++at)
        add("draw", at * second + second / 2, second / 100);
    add("load", 3 * second + second / 5, 3 * second / 100);
}

inline std::shared_ptr<const Profile> stripes(int seconds = 10) {
    ProfileBuilder builder;
    addStripes(builder, seconds);
    return std::make_shared<const Profile>(builder.build());
}

constexpr HeatMapCell cellOf(std::size_t column, std::size_t row) {
    return column * HeatMapGrid::rows + row;
}

/// A heat map in a window, with its mouse and keys.
struct HeatMapWindow {
    explicit HeatMapWindow(std::shared_ptr<const Profile> profile = stripes()) : view(session) {
        Theme::apply(ColourScheme::Light);
        view.resize(1100, 600);
        view.show();
        session.setProfile(std::move(profile));
        settle();
    }
    HeatMapCanvas& canvas() { return *view.canvas(); }
    const HeatMap& map() { return *canvas().computed()->map; }
    QPoint at(HeatMapCell cell) { return canvas().geometry().cellRect(cell).center(); }
    QRgb colourAt(HeatMapCell cell) { return canvas().grab().toImage().pixel(at(cell)) | 0xff000000; }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&canvas(), key, modifiers);
        settle();
    }
    void move(QPoint to, Qt::MouseButtons buttons = {}) {
        QMouseEvent event(QEvent::MouseMove, to, canvas().mapToGlobal(to), Qt::NoButton, buttons, {});
        QCoreApplication::sendEvent(&canvas(), &event);
    }
    void drag(HeatMapCell from, HeatMapCell to) {
        QTest::mousePress(&canvas(), Qt::LeftButton, {}, at(from));
        for (int step = 1; step <= 4; ++step)
            move(at(from) + (at(to) - at(from)) * step / 4, Qt::LeftButton);
        QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, at(to));
        settle();
    }
    const std::optional<TimeRange>& time() { return session.filter().time; }
    QString message() { return view.findChild<MessageStack*>()->currentWidget()->accessibleName(); }

    Session session;
    HeatMapView view;
};

} // namespace candela
