/// Order of the timeline's rows, the process tree, and the field that lists only rows of a name.
#include "tests/views/family_tree.h"
#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/timeline/timeline_view.h"
#include "views/tracks/track_list_controls.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/item_line.h"
#include "views/widgets/theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <random>

using namespace candela;

class TimelineListingTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TimelineView> m_view;

    TimelineCanvas& canvas() { return *m_view->canvas(); }
    QLineEdit& field() { return *m_view->listing()->name(); }
    /// Indented by their depth, with a sign where they can be opened or closed.
    QStringList rows() {
        QStringList rows;
        for (const auto& row : canvas().rows().rows)
            rows << QString(row.depth, ' ') +
                        (row.below == 0 ? ""
                         : row.isOpened ? "- "
                                        : "+ ") +
                        (row->name + " " + row->number).trimmed();
        return rows;
    }
    void choose(TrackOrder order) {
        m_view->listing()->order()->action("Order of the rows", static_cast<int>(order))->trigger();
    }
    void clickSign(std::size_t row) {
        const int x = 12 + trackIndent(canvas().rows().rows[row].depth);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {x, canvas().nameRect(row).center().y()});
    }
    void open(std::shared_ptr<const Profile> profile, int height = 170) {
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<TimelineView>(*m_session);
        m_view->resize(1200, height); // there is no room to open rows at first
        m_view->show();
        m_view->activateWindow();
        m_session->setProfile(std::move(profile));
        settle();
    }

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() {
        QSettings().clear();
        Theme::apply(ColourScheme::Light);
        open(familyTree());
    }
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }

    void rowsAreInTheChosenOrder() {
        const QStringList heaviest{"+ Xorg 50", "+ cc1 2 processes", "make 200", "as 302", "vim 400"};
        QCOMPARE(rows(), heaviest);
        choose(TrackOrder::Name);
        QCOMPARE(rows(), (QStringList{"as 302", "+ cc1 2 processes", "make 200", "vim 400", "+ Xorg 50"}));
        choose(TrackOrder::Start);
        QCOMPARE(rows(), (QStringList{"+ Xorg 50", "make 200", "+ cc1 2 processes", "as 302", "vim 400"}));
        clickSign(2); // the rows of a group and the threads of a process have that order, too
        QCOMPARE(rows().mid(2, 3), (QStringList{"- cc1 2 processes", " cc1 300", " cc1 301"}));
        choose(TrackOrder::Weight);
        QCOMPARE(rows().mid(1, 3), (QStringList{"- cc1 2 processes", " cc1 301", " cc1 300"}));
        choose(TrackOrder::Name);
        clickSign(6);
        QCOMPARE(rows().mid(6), (QStringList{"- Xorg 50", "painter 51", "Xorg 50"}));
    }

    void theOrderIsKept() {
        choose(TrackOrder::Start);
        open(familyTree());
        QCOMPARE(rows().first(), QString("+ Xorg 50"));
        QCOMPARE(rows()[1], QString("make 200"));
        QVERIFY(m_view->listing()->order()->action("Order of the rows", 2)->isChecked());
    }

    void childrenAreBelowTheirParentsAndCanBeClosed() {
        m_view->resize(1200, 600);
        choose(TrackOrder::ProcessTree);
        const QStringList tree{"- bash 100", " - make 200", "  cc1 300", "  - cc1 301",
                               "   as 302",  " vim 400",    "+ Xorg 50"};
        QCOMPARE(rows(), tree);
        QCOMPARE(canvas().rows().rows[0]->lanes[0].total, 0);
        const auto total = [&](std::size_t row) { return canvas().rows().rows[row]->lanes[0].total; };
        const auto make = total(1), cc1 = total(3), as = total(4);
        clickSign(3);
        QCOMPARE(rows()[3], QString("  + cc1 301 +1"));
        QCOMPARE(rows().size(), 6);
        QCOMPARE(total(3), cc1 + as);
        QCOMPARE(canvas().rows().rows[3]->processes.size(), std::size_t(2));
        clickSign(1);
        QCOMPARE(rows(), (QStringList{"- bash 100", " + make 200 +3", " vim 400", "+ Xorg 50"}));
        QCOMPARE(total(1), make + cc1 + as + 4 * second);
        // A click on its name keeps the samples of all that it stands for, and its life is theirs.
        QCOMPARE(canvas().lifeOf(1).events.size(), std::size_t(4));
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().nameRect(1).center());
        settle();
        QCOMPARE(m_session->shown().weights->samples, 930U);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().nameRect(1).center());
        settle();
        clickSign(1);
        clickSign(3);
        QCOMPARE(rows(), tree);
        // Threads of a process are opened as in other orders.
        clickSign(6);
        QCOMPARE(rows().mid(6), (QStringList{"- Xorg 50", "Xorg 50", "painter 51"}));
    }

    void aClickOnAProcessWithoutSamplesKeepsThoseBelowIt() {
        choose(TrackOrder::ProcessTree);
        QCOMPARE(rows()[0], QString("- bash 100"));
        const auto click = [&](Qt::KeyboardModifiers modifiers = {}) {
            QTest::mouseClick(canvas().viewport(), Qt::LeftButton, modifiers, canvas().nameRect(0).center());
            settle();
        };
        click();
        QCOMPARE(m_session->shown().weights->samples, 935U); // of all but Xorg
        click();
        QVERIFY(m_session->filter().isEmpty());
        click(Qt::ControlModifier);
        QCOMPARE(m_session->shown().weights->samples, 935U);
        click(Qt::ControlModifier);
        QVERIFY(m_session->filter().isEmpty());
        // Closed, it stands for the same.
        clickSign(0);
        click();
        QCOMPARE(m_session->shown().weights->samples, 935U);
    }

    void aClickOnARowWithoutSamplesOfTheValueChangesNothing() {
        ProfileBuilder builder;
        const auto one = addMember(builder, 1, "runs", noTime, {});
        runMember(builder, one, 1, "runs", 10);
        const auto faults = builder.valueType("faults", "count");
        const auto other = builder.addThread({.process = addMember(builder, 2, "waits", noTime, {}),
                                              .tid = 2,
                                              .name = builder.string("waits"),
                                              .labels = {}});
        for (int row = 0; row < 10; ++row)
            builder.addSample(
                faults, {.stack = {}, .weight = 1, .time = row * second / 10, .thread = other, .labels = {}});
        open(std::make_shared<const Profile>(builder.build()), 400);
        m_session->setValue(ValueTypeIndex(0));
        canvas().setValueShown(faults, true);
        settle();
        QCOMPARE(rows(), (QStringList{"runs 1", "waits 2"}));
        const auto click = [&] {
            QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().nameRect(1).center());
        };
        click();
        QVERIFY(m_session->filter().isEmpty());
        QCOMPARE(canvas().notice(), QString("This row has no samples of “cpu”"));
        const auto lines = m_view->findChildren<ItemLine*>();
        QVERIFY(std::ranges::any_of(
            lines, [&](auto* line) { return line->shownTexts().value(0).startsWith("This row"); }));
        m_session->setValue(faults);
        settle();
        QCOMPARE(rows(), (QStringList{"waits 2", "runs 1"}));
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().nameRect(0).center());
        QCOMPARE(canvas().notice(), QString());
        QCOMPARE(m_session->filter().processes.size(), std::size_t(1));
        QVERIFY(m_session->filter().processes.front() == canvas().rows().rows[0]->process);
    }

    void keysChooseOpenAndCloseRows() {
        choose(TrackOrder::ProcessTree);
        canvas().setFocus();
        QVERIFY(!canvas().currentRow());
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(canvas().currentRow(), std::optional<std::size_t>(1));
        QTest::keyClick(&canvas(), Qt::Key_Space);
        QCOMPARE(rows(), (QStringList{"- bash 100", " + make 200 +3", " vim 400", "+ Xorg 50"}));
        QTest::keyClick(&canvas(), Qt::Key_Space);
        QCOMPARE(rows().size(), 7);
        for (int step = 0; step < 9; ++step)
            QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(canvas().currentRow(), std::optional<std::size_t>(6));
        QVERIFY(canvas().nameRect(6).bottom() < canvas().viewport()->height()); // it scrolled
        QTest::keyClick(&canvas(), Qt::Key_Space);
        QCOMPARE(rows().size(), 9);
        // The chosen row stays chosen where another order moves it to.
        choose(TrackOrder::Weight);
        QCOMPARE(canvas().currentRow(), std::optional<std::size_t>(0));
        auto* row = QAccessible::queryAccessibleInterface(&canvas())->child(0);
        QVERIFY(row->state().focused);
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QCOMPARE(canvas().currentRow(), std::optional<std::size_t>(0));
    }

    void aNameListsItsRowsAndNoSampleIsFiltered() {
        canvas().setFocus();
        const auto all = canvas().rows().main().sum.total;
        QTest::keyClick(&canvas(), Qt::Key_N);
        QTRY_VERIFY(field().hasFocus());
        QTest::keyClicks(&field(), "CC1");
        QCOMPARE(rows(), QStringList{"+ cc1 2 processes"});
        QCOMPARE(m_view->listing()->countText(), QString("1 of 5 rows"));
        QCOMPARE(canvas().rows().main().sum.total, all);
        QVERIFY(m_session->filter().isEmpty());
        // The scale of the rows is that of all rows.
        const auto scale = canvas().rows().lanes[0].largestProcess;
        QTest::keyClick(&field(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(&field(), "as");
        QCOMPARE(rows(), QStringList{"as 302"});
        QCOMPARE(canvas().rows().lanes[0].largestProcess, scale);
        QTest::keyClick(&field(), Qt::Key_Escape);
        QCOMPARE(field().text(), QString());
        QVERIFY(canvas().hasFocus());
        QCOMPARE(rows().size(), 5);
        QCOMPARE(m_view->listing()->countText(), QString());
    }

    void aThreadOrANumberOpensTheRowsAboveIt() {
        field().setText("paint");
        QCOMPARE(rows(), (QStringList{"- Xorg 50", "painter 51"}));
        clickSign(0);
        QCOMPARE(rows(), QStringList{"+ Xorg 50"});
        field().setText("painte"); // another name opens what was closed
        QCOMPARE(rows().size(), 2);
        field().setText("301");
        QCOMPARE(rows(), (QStringList{"- cc1 2 processes", " cc1 301"}));
        QCOMPARE(canvas().rows().rows[0]->lanes[0].total, 9 * second); // still of both
        field().setText("nothing");
        QCOMPARE(rows(), QStringList());
        QCOMPARE(m_view->listing()->countText(), QString("0 of 5 rows"));
        QVERIFY(hasColour(*canvas().viewport(), Theme::of(ColourScheme::Light).mutedText));
        QTest::mouseMove(canvas().viewport(), {600, 40}); // the row of all is still there
        QTRY_VERIFY(canvas().hoverWords().text().contains("All"));
        field().clear();
        QCOMPARE(rows(), (QStringList{"+ Xorg 50", "+ cc1 2 processes", "make 200", "as 302", "vim 400"}));
    }

    void theTreeKeepsTheParentsOfMatches() {
        choose(TrackOrder::ProcessTree);
        clickSign(1);
        QCOMPARE(rows().size(), 4);
        field().setText("as");
        QCOMPARE(rows(), (QStringList{"- bash 100", " - make 200", "  - cc1 301", "   as 302"}));
        QCOMPARE(m_view->listing()->countText(), QString("4 of 7 rows"));
        clickSign(2);
        QCOMPARE(rows().last(), QString("  + cc1 301 +1"));
        field().clear();
        QCOMPARE(rows(),
                 (QStringList{"- bash 100", " + make 200 +3", " vim 400", "+ Xorg 50"})); // closed as before
    }

    void cpusHaveNeitherNamesNorTree() {
        choose(TrackOrder::ProcessTree);
        QTest::keyClicks(&field(), "cc1");
        QVERIFY(m_view->listing()->isEnabled());
        const auto buttons = m_view->findChildren<QAbstractButton*>();
        for (auto* button : buttons)
            if (button->text() == "CPUs") QTest::mouseClick(button, Qt::LeftButton);
        settle();
        QCOMPARE(rows(), QStringList{"CPU not known"});
        QVERIFY(!m_view->listing()->isEnabled());
    }

    void parentsInACircleAndDeepTreesAreListedOnce() {
        ProfileBuilder builder;
        ProcessIndex parent;
        for (int pid = 1; pid <= 5000; ++pid) {
            parent = addMember(builder, pid, "deep", pid, parent);
            if (pid % 10 == 0) runMember(builder, parent, pid, "deep", 1);
        }
        // Two that are each other's parents, with a child; and two such without samples.
        const auto one = addMember(builder, 10'001, "one", 0, ProcessIndex(5001));
        runMember(builder, one, 10'001, "one", 1);
        runMember(builder, addMember(builder, 10'002, "two", 0, one), 10'002, "two", 1);
        runMember(builder, addMember(builder, 10'003, "three", 0, one), 10'003, "three", 1);
        addMember(builder, 10'004, "four", 0, ProcessIndex(5004));
        addMember(builder, 10'005, "five", 0, ProcessIndex(5003));
        runMember(builder, addMember(builder, 10'006, "six", 0, ProcessIndex(5003)), 10'006, "six", 1);
        open(std::make_shared<const Profile>(builder.build()));
        choose(TrackOrder::ProcessTree);
        QCOMPARE(canvas().rows().tracks, std::size_t(505)); // "four" joins "five" and "six"
        auto names = rows();
        QCOMPARE(names.size(), 505);
        names.replaceInStrings(QRegularExpression("^ *([-+] )?"), {});
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 505);
        for (std::size_t row = 0; row + 1 < 505; ++row) {
            const auto& at = canvas().rows().rows;
            if (at[row]->name == "deep" && at[row + 1]->name == "deep")
                QCOMPARE(at[row + 1].depth, at[row].depth + 1);
        }
        QVERIFY(canvas().viewport()->grab().width() > 0);
    }

    void treesAreThoseOfANaiveImplementation() {
        std::mt19937 random(7);
        const auto below = [&](std::size_t end) { return std::size_t(random() % end); };
        for (int round = 0; round < 200; ++round) {
            ProfileBuilder builder;
            const std::size_t count = 1 + below(12);
            std::vector<TrackEntry> entries;
            for (std::size_t row = 0; row < count; ++row) {
                const auto parent = row == 0 || below(4) == 0 ? ProcessIndex() : ProcessIndex(below(row));
                const auto start = static_cast<std::int64_t>(below(5));
                const auto process = addMember(builder, int(row), "p", start, parent);
                if (below(3) > 0) entries.push_back({0, start, process});
            }
            const auto profile = builder.build();
            std::vector<OrderedTrack> expected;
            const std::function<void(ProcessIndex, int)> list = [&](ProcessIndex parent, int depth) {
                std::vector<std::size_t> children;
                for (std::size_t entry = 0; entry < entries.size(); ++entry) {
                    auto above = profile.processes[entries[entry].process.row()].parent;
                    const auto hasEntry = [&] {
                        return std::ranges::find(entries, above, &TrackEntry::process) != entries.end();
                    };
                    while (above && !hasEntry())
                        above = profile.processes[above.row()].parent;
                    if (above == parent) children.push_back(entry);
                }
                std::ranges::stable_sort(children, {},
                                         [&](std::size_t entry) { return entries[entry].start; });
                for (const auto child : children) {
                    expected.push_back({child, depth});
                    list(entries[child].process, depth + 1);
                }
            };
            list({}, 0);
            QVERIFY(processTree(profile, entries) == expected);
        }
    }
};

QTEST_MAIN(TimelineListingTest)
#include "timeline_listing_test.moc"
