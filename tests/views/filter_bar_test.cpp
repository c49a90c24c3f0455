/// The bar of filters and search.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/session/filter_chips.h"
#include "views/widgets/chip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace candela;

class FilterBarTest : public QObject {
    Q_OBJECT
private slots:
    void everyPartOfTheFilterIsAChipThatRemovesIt() {
        Session session;
        FilterBar bar(session);
        session.setProfile(ExampleRecording().make(200));
        Filter filter;
        filter.time = TimeRange{1'500'000'000, 4'000'000'000};
        filter.process = "rend";
        filter.labels = {{"route", "^/orders$"}};
        filter.threads = {ThreadIndex(1), ThreadIndex(2), ThreadIndex(3)};
        filter.ignore =
            exactPattern("Scene::render(Camera const&, std::vector<Light, std::allocator<Light> > const&)") +
            "|" + exactPattern("a|b");
        session.setFilter(filter);
        session.focusOn("main");
        settle();
        QCOMPARE(
            bar.chipTexts(),
            (QStringList{
                "Time: 1.50 s – 4 s", "Process: compiler 1007", "Process: rend", "Focus: main",
                "Ignore: Scene::render(Camera const&, std::vector<Light, std::allocator<Light> > const&)",
                "Ignore: a|b", "route = /orders"}));
        bar.removeChip(4);
        settle();
        QCOMPARE(bar.chipTexts().size(), 6);
        QCOMPARE(session.filter().ignore, exactPattern("a|b"));
        while (!bar.chipTexts().isEmpty()) {
            bar.removeChip(0);
            settle();
        }
        QVERIFY(session.filter().isEmpty());
    }
    void onlyTheCrossOfAChipRemovesIt() {
        Session session;
        FilterBar bar(session);
        bar.resize(1200, 40);
        session.setProfile(ExampleRecording().make(200));
        Filter filter;
        filter.time = TimeRange{0, 4'000'000'000};
        filter.process = "rend";
        session.setFilter(filter);
        bar.show();
        settle();
        auto* time = bar.chips()[0];
        QTest::mouseClick(time, Qt::LeftButton, {}, QPoint(12, time->height() / 2));
        QCOMPARE(bar.chipTexts().size(), 2);
        QTest::mouseClick(time->cross(), Qt::LeftButton);
        settle();
        QCOMPARE(bar.chipTexts(), QStringList{"Process: rend"});
        QVERIFY(!session.filter().time);
        // A click on the text of a pattern edits it.
        QTimer::singleShot(0, &bar, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("no question is open");
            dialog->setTextValue(dialog->textValue() + "er");
            dialog->accept();
        });
        auto* process = bar.chips()[0];
        QTest::mouseClick(process, Qt::LeftButton, {}, QPoint(12, process->height() / 2));
        settle();
        QCOMPARE(session.filter().process, std::string("render"));
        bar.chips()[0]->setFocus();
        QTest::keyClick(bar.chips()[0], Qt::Key_Delete);
        settle();
        QVERIFY(session.filter().isEmpty());
    }
    void theButtonIsReadableInTheThemeThatIsChosenLater_data() {
        QTest::addColumn<bool>("isDarkFirst");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void theButtonIsReadableInTheThemeThatIsChosenLater() {
        QFETCH(bool, isDarkFirst);
        const auto first = isDarkFirst ? ColourScheme::Dark : ColourScheme::Light;
        const auto later = isDarkFirst ? ColourScheme::Light : ColourScheme::Dark;
        Theme::apply(first);
        Session session;
        QWidget window;
        FilterBar bar(session, &window);
        window.resize(800, 60);
        bar.resize(800, 60);
        window.show();
        settle();
        auto* button = bar.findChild<QToolButton*>();
        QCOMPARE(button->text(), QString("+ Filter"));
        const auto contrast = [&] {
            const auto image = window.grab(QRect(button->mapTo(&window, QPoint()), button->size())).toImage();
            const int paper = qGray(image.pixel(1, image.height() / 2));
            int furthest = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const int difference = paper - qGray(image.pixel(x, y));
                    if (std::abs(difference) > std::abs(furthest)) furthest = difference;
                }
            return furthest; // a positive value means that the text is darker
        };
        const int sign = isDarkFirst ? -1 : 1;
        QVERIFY2(sign * contrast() > 100, qPrintable(QString::number(contrast())));
        Theme::apply(later);
        settle();
        QVERIFY2(-sign * contrast() > 100, qPrintable(QString::number(contrast())));
        Theme::apply(ColourScheme::Light);
        QTest::mouseClick(button, Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().first()->text(), QString("Process…"));
        menu->close();
    }
    void theAllocatorIsHiddenWithTwoClicks() {
        Session session;
        FilterBar bar(session);
        session.setProfile(
            std::make_shared<const Profile>(profileFromText("main;draw;malloc;_int_malloc 5\n")));
        bar.resize(900, 40);
        bar.show();
        settle();
        const auto hide = [&] {
            QTest::mouseClick(bar.findChild<QToolButton*>(), Qt::LeftButton);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (auto* action : menu ? menu->actions() : QList<QAction*>())
                if (action->text() == "Hide memory allocation")
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            settle();
        };
        hide();
        QCOMPARE(bar.chipTexts(), QStringList("Hide: memory allocation"));
        const auto& shown = session.shown();
        for (const auto& row : *shown.functions)
            QCOMPARE(row.self, shown.groups()[row.group].name == "draw" ? 5 : 0);
        hide(); // a second time changes nothing
        QCOMPARE(bar.chipTexts(), QStringList("Hide: memory allocation"));
        bar.removeChip(0);
        QVERIFY(session.filter().isEmpty());
    }
    void removeAllNeedsAFilter() {
        Session session;
        FilterBar bar(session);
        session.setProfile(std::make_shared<const Profile>(profileFromText("main;draw 5\n")));
        const auto isOffered = [&] {
            emit bar.filters()->aboutToShow();
            return std::ranges::any_of(bar.filters()->actions(), [](const QAction* action) {
                return action->text() == "Remove all" && action->isEnabled();
            });
        };
        QVERIFY(!isOffered());
        session.addTransform({TransformKind::CollapseRecursion});
        QVERIFY(isOffered());
    }
    void manyChipsGoOnInTheNextLine() {
        Session session;
        FilterBar bar(session);
        session.setProfile(ExampleRecording().make(200));
        bar.resize(780, bar.heightForWidth(780));
        const int oneLine = bar.heightForWidth(780);
        Filter filter;
        filter.process = "rend";
        filter.labels = {{"route", "^/orders$"}, {"user", "anna"}, {"executable", "^/usr/bin/compiler$"}};
        session.setFilter(filter);
        settle();
        QCOMPARE(bar.heightForWidth(780), oneLine); // the search box becomes narrower
        filter.labels.push_back({"container", "^registry/orders-service$"});
        session.setFilter(filter);
        bar.show();
        settle();
        QVERIFY(bar.heightForWidth(780) >= 2 * oneLine - 12);
        bar.resize(780, bar.heightForWidth(780));
        settle();
        for (const auto* chip : bar.chips())
            QVERIFY(bar.rect().contains(QRect(chip->mapTo(&bar, QPoint()), chip->size())));
    }
    void theShareThatASearchFoundIsReadableBesideOtherWords() {
        Session session;
        FilterBar bar(session);
        auto* summary = new ElidedLabel("9.44 s · 9,056 samples · 2 CPUs · a-host-with-a-name", bar.strip(),
                                        ElidedLabel::Shortening::Parts);
        summary->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        bar.strip()->row()->addWidget(summary);
        session.setProfile(sharedProfile("main;draw;draw 6\nmain;drain 2\nmain;read 8\n"));
        session.setSearch("dra");
        settle();
        bar.resize(520, 40);
        bar.show();
        settle();
        const auto labels = bar.findChildren<ElidedLabel*>();
        const auto found = std::ranges::find(labels, bar.searchResult(), &ElidedLabel::text);
        QVERIFY(found != labels.end());
        QCOMPARE((*found)->shownText(), "50.0 % in 2 functions");
        QVERIFY2(summary->shownText() != summary->text(), qPrintable(summary->shownText()));
        QCOMPARE(summary->y(), (*found)->mapTo(bar.strip(), QPoint()).y()); // still one line
    }
    void enterAndF3AskForTheNextMatch() {
        Session session;
        FilterBar bar(session);
        session.setProfile(sharedProfile("main;draw 6\nmain;read 8\n"));
        bar.show();
        bar.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&bar));
        QList<MatchStep> steps;
        connect(&session, &Session::matchRequested, &bar, [&](MatchStep step) { steps << step; });
        // Without a search there are no matches, so the key moves the focus to the search box.
        QTest::keyClick(&bar, Qt::Key_F3);
        QVERIFY(steps.isEmpty());
        QVERIFY(bar.searchBox()->hasFocus());
        QTest::keyClicks(bar.searchBox(), "a/");
        QCOMPARE(session.search(), QString("a/")); // a typed slash is text
        QTest::keyClick(bar.searchBox(), Qt::Key_Return);
        QTest::keyClick(bar.searchBox(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(bar.searchBox(), Qt::Key_F3);
        QTest::keyClick(bar.searchBox(), Qt::Key_F3, Qt::ShiftModifier);
        const auto next = MatchStep::Next, previous = MatchStep::Previous;
        QCOMPARE(steps, (QList<MatchStep>{next, previous, next, previous}));
        bar.setFocus();
        auto* button = bar.findChild<QToolButton*>();
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Slash);
        QVERIFY(bar.searchBox()->hasFocus());
    }
    void aPatternThatTheUserWroteStaysOneChip() {
        Session session;
        FilterBar bar(session);
        session.setProfile(sharedProfile("main 1\n"));
        Filter filter;
        filter.ignore = "idle|^wait";
        session.setFilter(filter);
        QCOMPARE(bar.chipTexts(), QStringList{"Ignore: idle|^wait"});
    }
    void namesWithPlaceholdersStayAsTheyAre() {
        ProfileBuilder builder;
        const auto name = builder.string("a%2b%1");
        builder.valueType("cpu", "nanoseconds");
        const auto process = builder.addProcess({.pid = 12, .parent = {}, .name = name, .labels = {}});
        const auto thread = builder.addThread({.process = process, .tid = 13, .name = name, .labels = {}});
        builder.addThread({.process = process, .tid = 14, .name = name, .labels = {}});
        const auto profile = builder.build();
        Filter filter;
        filter.processes = {process};
        filter.threads = {thread};
        QStringList texts;
        for (const auto& chip : filterChips(filter, profile))
            texts << chip.text;
        QCOMPARE(texts, (QStringList{"Process: a%2b%1 12", "Thread: a%2b%1 13"}));
    }
    void exactPatternsAndBack() {
        for (const std::string text :
             {"main", "f(int*)", "operator|", "a\\b", "std::vector<int>::at", "x$"}) {
            QCOMPARE(exactText(exactPattern(text)), std::optional(text));
        }
        QVERIFY(!exactText("main"));
        QVERIFY(!exactText("^ma.n$"));
        QVERIFY(!exactText("^main\\$"));
    }
    void theSearchShowsItsShare() {
        Session session;
        FilterBar bar(session);
        bar.resize(900, 40);
        session.setProfile(sharedProfile("main;draw;draw 6\nmain;drain 2\nmain;read 8\n"));
        settle();
        QCOMPARE(bar.searchResult(), QString());
        QTest::keyClicks(bar.searchBox(), "dra");
        settle();
        QCOMPARE(session.search(), QString("dra"));
        QCOMPARE(bar.searchResult(), QString("50.0 % in 2 functions"));
        bar.searchBox()->clear();
        QTest::keyClicks(bar.searchBox(), "READ");
        settle();
        QCOMPARE(bar.searchResult(), QString("0.0 % in 0 functions"));
        bar.searchBox()->selectAll();
        QTest::keyClicks(bar.searchBox(), "(");
        settle();
        QVERIFY(!bar.searchResult().isEmpty());
        QVERIFY(!bar.searchResult().contains('\n'));
        session.setSearch("read");
        settle();
        QCOMPARE(bar.searchBox()->text(), QString("read"));
        QCOMPARE(bar.searchResult(), QString("50.0 % in 1 function"));
    }
};

QTEST_MAIN(FilterBarTest)
#include "filter_bar_test.moc"
