/// Several values of one capture in one timeline, under the mouse.
#include <QTest>

#include "model/profile/profile_builder.h"
#include "tests/views/second.h"
#include "tests/views/timeline/timeline_window.h"
#include "views/timeline/kind_colours.h"

#include <QMenu>
#include <QRegularExpression>
#include <QToolButton>

using namespace candela;

namespace {

/// "app" (7) runs for five seconds and waits for five, faults ten times a second, and has a megabyte of
/// memory from the second to the eighth second; "idle" (9) waits for ten seconds.
std::shared_ptr<const Profile> runningAndWaiting() {
    ProfileBuilder builder;
    const auto value = [&](const char* name, const char* unit, ValueKind kind) {
        const auto value = builder.valueType(name, unit);
        builder.setKind(value, kind);
        return value;
    };
    const auto cpu = value("cpu", "nanoseconds", ValueKind::Flow);
    const auto offCpu = value("off-cpu", "nanoseconds", ValueKind::Duration);
    const auto minor = value("minor-faults", "count", ValueKind::Count);
    const auto major = value("major-faults", "count", ValueKind::Count);
    const auto live = value("live", "bytes", ValueKind::Gauge);
    builder.setLasts(offCpu);
    const auto thread = [&](int pid, const char* name) {
        const auto process =
            builder.addProcess({.pid = pid, .parent = {}, .name = builder.string(name), .labels = {}});
        return builder.addThread(
            {.process = process, .tid = pid, .name = builder.string(name), .labels = {}});
    };
    const auto app = thread(7, "app");
    const auto add = [&](ValueTypeIndex value, std::int64_t time, std::int64_t weight, ThreadIndex thread) {
        builder.addSample(value,
                          {.stack = {}, .weight = weight, .time = time, .thread = thread, .labels = {}});
    };
    for (int row = 0; row < 500; ++row)
        add(cpu, row * second / 100, 10'000'000, app);
    add(offCpu, 5 * second, 5 * second, app);
    add(offCpu, 0, 10 * second, thread(9, "idle"));
    for (int row = 0; row < 100; ++row)
        add(row % 2 ? minor : major, row * second / 10, 1, app);
    add(live, second, 1'000'000, app);
    add(live, 8 * second, -1'000'000, app);
    return std::make_shared<const Profile>(builder.build());
}

std::shared_ptr<const Profile> onlyRunning() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    for (int row = 0; row < 500; ++row)
        builder.addSample(
            value,
            {.stack = {}, .weight = 10'000'000, .time = row * second / 100, .thread = {}, .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

class TimelineValuesTest : public QObject, TimelineWindow {
    Q_OBJECT
private:
    QStringList lanes() {
        QStringList names;
        for (const auto& lane : canvas().rows().lanes)
            names << lane.name;
        return names;
    }
    /// Whether a lane of the first row draws its density at a time.
    bool isDrawn(std::size_t lane, std::int64_t time, const QColor& colour) {
        const auto image = surface()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        const auto rect = canvas().geometry().laneRects(canvas().nameRect(0))[lane];
        return image.pixel(qRound(canvas().xOf(time)), rect.bottom() - 1) == colour.rgb();
    }
    QString hoverAt(std::int64_t time, std::size_t row) {
        QTest::mouseMove(surface(), QPoint(qRound(canvas().xOf(time)), canvas().nameRect(row).center().y()));
        return canvas().hoverWords().numbers.join(", ");
    }
    /// Opens the menu of values and clicks on the entry that begins with `name`.
    void clickValue(const QString& name) {
        auto* button = m_view->findChild<QToolButton*>("values");
        QTest::mouseClick(button, Qt::LeftButton);
        auto* menu = button->findChild<QMenu*>();
        QVERIFY(menu->isVisible());
        for (auto* action : menu->actions()) {
            if (action->text().startsWith(name + ":"))
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        }
        menu->hide(); // a disabled action leaves it open
        settle();
    }

private slots:
    void init() {
        open(runningAndWaiting(), 500);
        m_session->setValue(ValueTypeIndex(0));
        settle();
    }
    void cleanup() { close(); }
    void oneValueHasOneLaneAndNoChoice() {
        m_session->reset();
        m_session->setProfile(onlyRunning());
        settle();
        QCOMPARE(lanes(), QStringList{"cpu"});
        QVERIFY(m_view->findChild<QToolButton*>("values")->isHidden());
        QVERIFY(canvas().geometry().laneRects(QRect(0, 10, 100, 30)) ==
                std::vector<QRect>{QRect(0, 14, 100, 26)});
    }
    void valuesOfOneCaptureAreShownTogether() {
        // Shows the first value of each kind, and a row for the process that only waits.
        QCOMPARE(lanes(), (QStringList{"cpu", "off-cpu", "minor-faults", "live"}));
        QCOMPARE(names(), (QStringList{"app 7", "idle 9"}));
        const auto& app = canvas().rows().rows[0];
        const auto& idle = canvas().rows().rows[1];
        QCOMPARE(app->lanes[0].total, 5 * second);
        QCOMPARE(app->lanes[1].total, 5 * second);
        QCOMPARE(app->lanes[2].total, 50);
        QCOMPARE(app->lanes[3].total, 0); // the level at the end
        QCOMPARE(idle->lanes[0].total, 0);
        QCOMPARE(idle->lanes[1].total, 10 * second);
        // Each has its own scale.
        QCOMPARE(canvas().rows().lanes[3].largestProcess, 1'000'000);
        QVERIFY(canvas().rows().lanes[1].largestProcess <= canvas().rows().sliceLength);
        QVERIFY(canvas().rows().lanes[1].largestSum() > canvas().rows().sliceLength);
    }
    void eachValueIsDrawnAndWordedByItsKind() {
        const auto& theme = Theme::of(ColourScheme::Light);
        const auto beside = [&](const QColor& colour) { return Theme::mix(colour, theme.base, 0.25); };
        const auto running = 23 * second / 10;
        const auto waiting = 73 * second / 10;
        const auto freed = 93 * second / 10;
        QVERIFY(isDrawn(0, running, kindColour(theme, ValueKind::Flow)));
        QVERIFY(!isDrawn(0, waiting, kindColour(theme, ValueKind::Flow)));
        QVERIFY(!isDrawn(1, running, beside(kindColour(theme, ValueKind::Duration))));
        QVERIFY(isDrawn(1, waiting, beside(kindColour(theme, ValueKind::Duration))));
        QVERIFY(
            isDrawn(3, waiting, Theme::mix(beside(kindColour(theme, ValueKind::Gauge)), theme.base, 0.65)));
        QVERIFY(
            !isDrawn(3, freed, Theme::mix(beside(kindColour(theme, ValueKind::Gauge)), theme.base, 0.65)));
        QVERIFY2(QRegularExpression("^cpu (1|1\\.\\d+|[7-9]\\d\\d) m?s/s, off-cpu 0 at once, minor-faults "
                                    ".*/s, live 1 MB$")
                     .match(hoverAt(running, 0))
                     .hasMatch(),
                 qPrintable(hoverAt(running, 0)));
        QVERIFY2(hoverAt(waiting, 0).startsWith("cpu 0 ns/s, off-cpu 1 at once, "),
                 qPrintable(hoverAt(waiting, 0)));
        QVERIFY2(hoverAt(freed, 0).endsWith("live 0 B"), qPrintable(hoverAt(freed, 0)));
        QVERIFY2(hoverAt(running, 1).startsWith("cpu 0 ns/s, off-cpu 1 at once, "),
                 qPrintable(hoverAt(running, 1)));
    }
    void noBarCrossesTheTextOfAScale() {
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            Theme::apply(scheme);
            settle();
            const auto& base = Theme::of(&canvas()).base;
            const auto lane = canvas().geometry().laneRects(canvas().geometry().sumNameRect())[0];
            const int left = canvas().geometry().plot().left();
            const auto image = surface()->grab().toImage().convertToFormat(QImage::Format_RGB32);
            const auto bar = image.pixel(left + 2, lane.bottom() - 1);
            const int width = canvas().fontMetrics().horizontalAdvance("0");
            const int height = std::min(canvas().fontMetrics().height() - 3, lane.height());
            // The first bar is visible below the text and not in it.
            QVERIFY(bar != base.rgb());
            for (int x = left; x < left + 2 * width; ++x) {
                for (int y = lane.top(); y < lane.top() + height; ++y)
                    QVERIFY(image.pixel(x, y) != bar);
            }
            QCOMPARE(image.pixel(left + 1, lane.top() + 1), base.rgb());
        }
    }
    void theMenuChoosesWhichValuesAreShown() {
        clickValue("off-cpu");
        QCOMPARE(lanes(), (QStringList{"cpu", "minor-faults", "live"}));
        QCOMPARE(names(), QStringList{"app 7"});
        clickValue("major-faults");
        QCOMPARE(lanes(), (QStringList{"cpu", "minor-faults", "major-faults", "live"}));
        QCOMPARE(m_view->findChild<QToolButton*>("values")->text(), QString("Values: 4 of 5"));
        clickValue("cpu"); // the session's value does not change
        QCOMPARE(lanes(), (QStringList{"cpu", "minor-faults", "major-faults", "live"}));
        // A newer snapshot shows the same values.
        m_session->setProfile(runningAndWaiting());
        settle();
        QCOMPARE(lanes(), (QStringList{"cpu", "minor-faults", "major-faults", "live"}));
    }
    void aClickOnAValuesNameShowsItInAllViews() {
        const auto name = [this](std::size_t lane) {
            return canvas().geometry().laneRects(canvas().geometry().sumNameRect())[lane];
        };
        QVERIFY(name(0).height() > name(1).height());
        QTest::mouseClick(surface(), Qt::LeftButton, {}, name(1).center());
        settle();
        QCOMPARE(m_session->value(), ValueTypeIndex(1));
        QCOMPARE(lanes(), (QStringList{"cpu", "off-cpu", "minor-faults", "live"}));
        QVERIFY(name(1).height() > name(0).height());
        // The weights of the selected value decide the order.
        QCOMPARE(names(), (QStringList{"idle 9", "app 7"}));
        // Rows can still be picked by their names.
        QTest::mouseClick(surface(), Qt::LeftButton, {}, canvas().nameRect(1).center());
        settle();
        QCOMPARE(m_session->shown().total(), 5 * second);
    }
};

QTEST_MAIN(TimelineValuesTest)
#include "timeline_values_test.moc"
