/// Order of the flame chart's tracks and the field that lists only those of a name, which are those of the
/// timeline.
#include "tests/views/family_tree.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/flame_chart/flame_chart_words.h"
#include "views/timeline/timeline_view.h"
#include "views/tracks/track_list_controls.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/theme.h"

#include <QAccessible>
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class FlameChartListingTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TimelineView> m_timeline;
    std::unique_ptr<FlameChartView> m_view;

    FlameChartCanvas& canvas() { return *m_view->canvas(); }
    QLineEdit& field() { return *m_view->listing()->name(); }
    /// Indented by their depth.
    QStringList tracks() {
        QStringList tracks;
        for (const auto& [track, depth] : canvas().geometry().listed)
            tracks << QString(depth, ' ') +
                          trackName(*canvas().chart()->profile, canvas().chart()->tracks[track]).text();
        return tracks;
    }
    QStringList timelineRows() {
        QStringList rows;
        for (const auto& row : m_timeline->canvas()->rows().rows)
            rows << row->name + " " + row->number;
        return rows;
    }
    QAction* order(const TrackListControls* controls, TrackOrder order) {
        return controls->order()->action("Order of the rows", static_cast<int>(order));
    }
    void choose(TrackOrder order) { this->order(m_view->listing(), order)->trigger(); }
    QString focusedTrack() {
        const auto& focused = canvas().focusedBlock();
        return focused
                   ? trackName(*canvas().chart()->profile, canvas().chart()->tracks[focused->track]).text()
                   : QString();
    }

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() {
        QSettings().clear();
        Theme::apply(ColourScheme::Light);
        m_session = std::make_unique<Session>();
        m_timeline = std::make_unique<TimelineView>(*m_session);
        m_timeline->resize(1200, 170);
        m_timeline->show();
        m_view = std::make_unique<FlameChartView>(*m_session);
        m_view->resize(1200, 500);
        m_view->show();
        m_view->activateWindow();
        m_session->setProfile(familyTree());
        settle();
        QVERIFY(canvas().hasPlot());
    }
    void cleanup() {
        m_view.reset();
        m_timeline.reset();
        m_session.reset();
    }

    void tracksAreInTheChosenOrder() {
        QCOMPARE(tracks(), (QStringList{"Xorg 50", "cc1 301", "cc1 300", "Xorg 50 · painter 51", "make 200",
                                        "as 302", "vim 400"}));
        choose(TrackOrder::Name);
        QCOMPARE(tracks(), (QStringList{"as 302", "cc1 301", "cc1 300", "make 200", "vim 400",
                                        "Xorg 50 · painter 51", "Xorg 50"}));
        choose(TrackOrder::Start);
        QCOMPARE(tracks(), (QStringList{"Xorg 50", "Xorg 50 · painter 51", "make 200", "cc1 300", "cc1 301",
                                        "as 302", "vim 400"}));
        // As in the timeline, "bash" comes before "Xorg", though it has no track.
        choose(TrackOrder::ProcessTree);
        QCOMPARE(tracks(), (QStringList{"make 200", " cc1 300", " cc1 301", "  as 302", "vim 400", "Xorg 50",
                                        "Xorg 50 · painter 51"}));
        QCOMPARE(timelineRows(),
                 (QStringList{"bash 100", "make 200", "cc1 300", "cc1 301", "as 302", "vim 400", "Xorg 50"}));
        field().setText("cc1");
        QCOMPARE(tracks(), (QStringList{"cc1 300", "cc1 301"})); // without listed parents
    }

    void whatIsChosenInOneViewIsChosenInTheOther() {
        choose(TrackOrder::Start);
        QCOMPARE(timelineRows().first(), QString("Xorg 50"));
        QCOMPARE(timelineRows()[1], QString("make 200"));
        QVERIFY(order(m_timeline->listing(), TrackOrder::Start)->isChecked());
        order(m_timeline->listing(), TrackOrder::Name)->trigger();
        QCOMPARE(tracks().first(), QString("as 302"));
        QVERIFY(order(m_view->listing(), TrackOrder::Name)->isChecked());
        QTest::keyClicks(m_timeline->listing()->name(), "MAKE");
        QCOMPARE(tracks(), QStringList{"make 200"});
        QCOMPARE(field().text(), QString("MAKE"));
        field().clear();
        QCOMPARE(timelineRows().size(), 5);
        // Another chart, made later, has the same order.
        FlameChartView later(*m_session);
        QVERIFY(order(later.listing(), TrackOrder::Name)->isChecked());
    }

    void keysLeadToTheFieldAndTheMenu() {
        canvas().setFocus();
        QTest::keyClick(&canvas(), Qt::Key_N);
        QTRY_VERIFY(field().hasFocus());
        QTest::keyClicks(&field(), "cc1");
        QCOMPARE(tracks(), (QStringList{"cc1 301", "cc1 300"}));
        QCOMPARE(m_view->listing()->countText(), QString("2 of 7 rows"));
        QVERIFY(m_session->filter().isEmpty());
        QTest::keyClick(&field(), Qt::Key_Return);
        QTRY_VERIFY(canvas().hasFocus());
        // Keys move among listed tracks only.
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(focusedTrack(), QString("cc1 301"));
        QTest::keyClick(&canvas(), Qt::Key_PageDown);
        QCOMPARE(focusedTrack(), QString("cc1 300"));
        QTest::keyClick(&canvas(), Qt::Key_PageDown);
        QCOMPARE(focusedTrack(), QString("cc1 300"));
        QTest::keyClick(&canvas(), Qt::Key_PageUp);
        QCOMPARE(focusedTrack(), QString("cc1 301"));
        QTest::keyClick(&canvas(), Qt::Key_N, Qt::ShiftModifier);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QTest::mouseClick(menu, Qt::LeftButton, {},
                          menu->actionGeometry(order(m_view->listing(), TrackOrder::Start)).center());
        QCOMPARE(tracks(), (QStringList{"cc1 300", "cc1 301"}));
        QCOMPARE(focusedTrack(), QString("cc1 301")); // where it was, in another row
        QTest::keyClick(&canvas(), Qt::Key_PageUp);
        QCOMPARE(focusedTrack(), QString("cc1 300"));
        // A number, and a thread; a track that is not listed loses the focus.
        field().setText("40");
        QCOMPARE(tracks(), QStringList{"vim 400"});
        QVERIFY(!canvas().focusedBlock());
        field().setText("paint");
        QCOMPARE(tracks(), QStringList{"Xorg 50 · painter 51"});
        QTest::keyClick(&field(), Qt::Key_Escape);
        QCOMPARE(tracks().size(), 7);
        QVERIFY(canvas().hasFocus());
    }

    void theMouseMeetsTheTrackThatIsDrawn() {
        choose(TrackOrder::Name); // the first is the last but one by weight
        const auto first = canvas().geometry().listed.front().entry;
        QCOMPARE(first, std::size_t(5));
        const auto& geometry = canvas().geometry();
        const QPoint name(100, geometry.rowTop(first, 0) + geometry.rowHeight / 2);
        const auto block = QPoint(qRound(geometry.xOf(second / 20)), name.y());
        const auto at = canvas().blockAt(block);
        QVERIFY(at);
        QCOMPARE(at->track, first);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, block);
        QCOMPARE(focusedTrack(), QString("as 302"));
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, name);
        QVERIFY(canvas().isClosed(first));
        QVERIFY(!canvas().isClosed(0));
        // Signs and shades are those of the process, too: "as" started at 3.5 s.
        QCOMPARE(canvas().lifeOf(first).events.size(), std::size_t(1));
        const auto sign = canvas().geometry().xOf(7 * second / 2);
        QVERIFY(!canvas().lifeEventsAt({sign, FlameChartGeometry::axisHeight + 3.0}).empty());
    }

    void namesAreIndentedInTheTree() {
        const auto left = [&](int position) {
            const auto track = canvas().geometry().listed[std::size_t(position)].entry;
            const auto image = canvas().viewport()->grab().toImage();
            const auto cell = canvas().geometry().nameRect(track);
            for (int x = 20; x < 200; ++x)
                for (int y = cell.top() + 2; y < cell.bottom() - 3; ++y)
                    if (image.pixel(x, y) != image.pixel(3, cell.top() + 3)) return x;
            return -1;
        };
        choose(TrackOrder::ProcessTree);
        const int make = left(0), compiler = left(1), assembler = left(3);
        QVERIFY2(compiler > make + 8 && assembler > compiler + 8,
                 qPrintable(QString("%1 %2 %3").arg(make).arg(compiler).arg(assembler)));
    }

    void aNameWithoutTracksIsStated() {
        field().setText("nothing");
        QCOMPARE(tracks(), QStringList());
        QCOMPARE(m_view->listing()->countText(), QString("0 of 7 rows"));
        QVERIFY(hasColour(*canvas().viewport(), Theme::of(ColourScheme::Light).mutedText));
        canvas().setFocus();
        for (const auto key : {Qt::Key_Down, Qt::Key_PageDown, Qt::Key_Space, Qt::Key_Return})
            QTest::keyClick(&canvas(), key);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {400, 60});
        QVERIFY(!canvas().focusedBlock());
        QCOMPARE(QAccessible::queryAccessibleInterface(&canvas())->childCount(), 0);
        field().clear();
        QCOMPARE(tracks().size(), 7);
    }

    void screenReadersGetTheListedTracks() {
        choose(TrackOrder::Name);
        field().setText("cc1");
        auto* chart = QAccessible::queryAccessibleInterface(&canvas());
        QCOMPARE(chart->childCount(), 2);
        QVERIFY(chart->child(0)->text(QAccessible::Name).startsWith("cc1 301"));
        QVERIFY(chart->child(1)->text(QAccessible::Name).startsWith("cc1 300"));
        const auto centre = chart->child(1)->rect().center();
        QCOMPARE(chart->indexOfChild(chart->childAt(centre.x(), centre.y())), 1);
    }

    void matchesOfTheSearchFollowTheOrder() {
        choose(TrackOrder::Name);
        m_session->setSearch("work");
        settle();
        QStringList found;
        for (int step = 0; step < 200 && found.size() < 3; ++step) {
            m_session->requestMatch(MatchStep::Next);
            if (found.isEmpty() || found.last() != focusedTrack()) found << focusedTrack();
        }
        QCOMPARE(found, (QStringList{"as 302", "cc1 301", "cc1 300"}));
    }

    void aNewSnapshotIsListedAlike() {
        choose(TrackOrder::Start);
        field().setText("cc1");
        canvas().setFocus();
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QTest::keyClick(&canvas(), Qt::Key_PageDown);
        QCOMPARE(focusedTrack(), QString("cc1 301"));
        m_session->setProfile(familyTree());
        settle();
        QCOMPARE(tracks(), (QStringList{"cc1 300", "cc1 301"}));
        QCOMPARE(focusedTrack(), QString("cc1 301"));
    }
};

QTEST_MAIN(FlameChartListingTest)
#include "flame_chart_listing_test.moc"
