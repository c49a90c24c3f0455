/// The window's table of a series and the course of a row, with keys and mouse.
#include "tests/views/series_fixture.h"
#include "tests/window_settings.h"
#include "views/filter/normalize_strip.h"
#include "views/filter/search_box.h"
#include "views/series/series_chart.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/table_actions.h"
#include "views/widgets/theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <fmt/format.h>

using namespace candela;

class SeriesViewTest : public SeriesFixture {
    Q_OBJECT
private:
    QString textOf(std::string_view name, SeriesColumn column) const {
        return m_view->model().index(m_view->model().rowOf(name), static_cast<int>(column)).data().toString();
    }
    void select(std::string_view name) {
        m_view->table()->setCurrentIndex(m_view->model().index(m_view->model().rowOf(name), 0));
    }

private slots:
    void initTestCase() { keepEverythingIn(m_settings.path()); }
    void cleanup() { m_view.reset(); }

    void rowsHaveTheirTrends() {
        showGrowth();
        QVERIFY2(textOf("draw", SeriesColumn::Trend).contains("from build-6 on"),
                 qPrintable(textOf("draw", SeriesColumn::Trend)));
        QVERIFY2(textOf("load", SeriesColumn::Trend).contains("a capture from build-2 on"),
                 qPrintable(textOf("load", SeriesColumn::Trend)));
        QCOMPARE(textOf("same", SeriesColumn::Trend), QString());
        QCOMPARE(m_view->model().rowOf("main"), -1); // it has no self weight
        m_view->findChildren<ChoiceStrip*>().front()->findChildren<QAbstractButton*>()[1]->click();
        QVERIFY(m_view->model().rowOf("main") >= 0);
    }
    void keysOfTheChartChooseACapture() {
        showGrowth();
        select("draw");
        auto* chart = m_view->chart();
        QSignalSpy wanted(m_view.get(), &SeriesView::comparisonWanted);
        QTest::keyClick(chart, Qt::Key_Return); // where the trend began
        QCOMPARE(wanted.takeFirst().first().value<std::size_t>(), 5u);
        QTest::keyClick(chart, Qt::Key_Home);
        QCOMPARE(chart->chosen(), 0u);
        QTest::keyClick(chart, Qt::Key_Return); // nothing is before it
        QCOMPARE(wanted.size(), 0);
        QTest::keyClick(chart, Qt::Key_Right);
        QCOMPARE(chart->chosen(), 1u);
        QTest::keyClick(chart, Qt::Key_End);
        QTest::keyClick(chart, Qt::Key_Left);
        QCOMPARE(chart->chosen(), 6u);
        QVERIFY(chart->accessibleDescription().startsWith("build-7: "));
    }
    void aDoubleClickComparesWithTheCaptureBefore() {
        showGrowth();
        select("load");
        auto* chart = m_view->chart();
        QSignalSpy wanted(m_view.get(), &SeriesView::comparisonWanted);
        QTest::mouseDClick(chart, Qt::LeftButton, {}, chart->positionOf(3).toPoint());
        QCOMPARE(wanted.takeFirst().first().value<std::size_t>(), 3u);
        // Enter in the table compares where the row's trend began.
        select("draw");
        QTest::keyClick(m_view->table(), Qt::Key_Return);
        QCOMPARE(wanted.takeFirst().first().value<std::size_t>(), 5u);
    }
    void pointsAreDrawnAtTheirHeights() {
        showGrowth();
        select("draw");
        auto* chart = m_view->chart();
        const auto image = chart->grab().toImage();
        const auto accent = Theme::of(chart).accent.rgb();
        for (std::size_t capture = 0; capture < 8; ++capture)
            QCOMPARE(image.pixel(chart->positionOf(capture).toPoint()), accent);
        QVERIFY(chart->positionOf(4).y() > chart->positionOf(5).y());
        QCOMPARE(chart->positionOf(0).y(), chart->positionOf(4).y());
    }
    void columnsSortAndCopyAsCsv() {
        showGrowth();
        sortBy(SeriesColumn::Name, Qt::AscendingOrder);
        QCOMPARE(m_view->model().rowOf("draw"), 0);
        sortBy(SeriesColumn::Last, Qt::DescendingOrder);
        QCOMPARE(m_view->model().rowOf("rest"), 0);
        const auto course = m_view->model().index(0, static_cast<int>(SeriesColumn::Course)).data(csvRole);
        QCOMPARE(course.toString().split(' ').size(), 8);
    }
    void namesAreSearchedOffTheGuiThread() {
        showGrowth();
        auto& session = m_view->session();
        session.setSearch("a"); // replaced before it is done
        session.setSearch("^(draw|same)$");
        QVERIFY(m_view->isPending());
        QCOMPARE(m_view->model().rowCount(), 4); // not yet
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(names(), (QStringList{"draw", "same"}));
        // Another order, and other weights, list the same matches.
        sortBy(SeriesColumn::Name, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList{"same", "draw"}));
        m_view->choices().setWeights(ListedWeights::Total);
        QVERIFY(!m_view->isPending());
        QCOMPARE(names(), (QStringList{"same", "draw"}));
        session.setSearch("");
        QVERIFY(!m_view->isPending()); // nothing is searched
        QCOMPARE(m_view->model().rowCount(), 5);
    }
    void aSearchWhileRowsAreComputedActsOnTheNewRows() {
        showGrowth();
        auto& session = m_view->session();
        Filter filter;
        filter.ignore = "draw";
        session.setFilter(filter);
        QCoreApplication::sendPostedEvents(m_view.get()); // the computation begins
        session.setSearch("draw|same");
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(names(), QStringList{"same"});
        session.setSearch("load");
        session.setFilter({});
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(names(), QStringList{"load"});
    }
    void theChosenRowIsSelectedWheneverThereIsOne() {
        showGrowth();
        clickRow("same");
        auto& session = m_view->session();
        Filter filter;
        filter.ignore = "same";
        const auto selected = [&] { return m_view->model().row(m_view->table()->currentIndex().row()).name; };
        session.setFilter(filter);
        QTRY_VERIFY(!m_view->isPending());
        QVERIFY(selected() != "same");
        QCOMPARE(m_view->keptRows()["selected"].toString(), QString("same"));
        session.setFilter({});
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(selected(), std::string("same"));
        // A search that leaves it out chooses what it found.
        session.setSearch("load");
        QTRY_VERIFY(!m_view->isPending());
        session.setSearch("");
        QCOMPARE(selected(), std::string("load"));
        // So does a click on the row that is selected in its stead.
        filter.ignore = "load";
        session.setFilter(filter);
        QTRY_VERIFY(!m_view->isPending());
        const auto other = selected();
        QVERIFY(other != "load");
        clickRow(other);
        session.setFilter({});
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(selected(), other);
    }
    void aStepWaitsForTheMatches() {
        showGrowth();
        m_view->session().setSearch("same|load");
        QTest::keyClick(m_view->findChild<SearchBox*>()->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(m_view->model().rowCount(), 2);
        QCOMPARE(m_view->table()->currentIndex().row(), 1);
    }
    void normalizationsThatTheStripLacksAreNoneOfItsChoices() {
        showGrowth();
        const auto* strip = m_view->findChild<NormalizeStrip*>();
        const auto buttons = strip->findChildren<QAbstractButton*>();
        const auto choose = [&](Normalize normalize) {
            m_view->choices().setNormalize(normalize);
            QTRY_VERIFY(!m_view->isPending());
        };
        choose(Normalize::None);
        QCOMPARE(strip->choice(), 1);
        choose(Normalize::CpuTime);
        QCOMPARE(strip->choice(), -1);
        for (const auto* button : buttons)
            QVERIFY(!button->isChecked());
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QCOMPARE(strip->choice(), 0);
        QCOMPARE(m_view->normalize(), Normalize::Share);
        QTRY_VERIFY(!m_view->isPending());
    }
    void modulesAreHiddenWhileNoRowHasOne() {
        const auto* text = "main@app;draw@lib.so;idle 10\nmain@app;load@lib.so;idle 20\n";
        show({{"a", sharedProfile(text)}, {"b", sharedProfile(text)}, {"c", sharedProfile(text)}});
        auto& session = m_view->session();
        const auto isShown = [&](SeriesColumn column) {
            return !m_view->table()->isColumnHidden(static_cast<int>(column));
        };
        const auto weighTotals = [&] { m_view->choices().setWeights(ListedWeights::Total); };
        weighTotals();
        QVERIFY(isShown(SeriesColumn::Module));
        Filter filter;
        filter.hide = "^(main|draw|load)$";
        session.setFilter(filter); // "idle" remains, which has no module
        QTRY_VERIFY(!m_view->isPending());
        QVERIFY(!isShown(SeriesColumn::Module));
        // The user's own choice holds, and what was hidden here is none.
        auto* actions = TableActions::of(*m_view->table());
        const auto toggle = [&](const QString& title) {
            QMenu menu;
            actions->addTo(menu);
            for (auto* action : menu.actions().front()->menu()->actions())
                if (action->text() == title) action->trigger();
        };
        toggle("Course");
        QVERIFY(!isShown(SeriesColumn::Course));
        session.setFilter({});
        QTRY_VERIFY(!m_view->isPending());
        QVERIFY(isShown(SeriesColumn::Module));
        toggle("Module");
        session.setFilter(filter);
        QTRY_VERIFY(!m_view->isPending());
        session.setFilter({});
        QTRY_VERIFY(!m_view->isPending());
        QVERIFY(!isShown(SeriesColumn::Module));
        toggle("Module");
        QVERIFY(isShown(SeriesColumn::Module));
        toggle("Course");
        QVERIFY(isShown(SeriesColumn::Course));
    }
    void whatIsHiddenForLackOfModulesIsNotKept() {
        const auto bare = [this] {
            show({{"a", sharedProfile("main 1\n")}, {"b", sharedProfile("main 1\n")}});
        };
        bare();
        auto* header = m_view->table()->horizontalHeader();
        QMenu menu;
        TableActions::of(*m_view->table())->addTo(menu);
        const auto columns = menu.actions().front()->menu()->actions();
        QCOMPARE(columns.size(), seriesColumns - 2); // neither the name nor the module
        columns.front()->trigger();                  // what is hidden is kept
        columns.front()->trigger();
        QVERIFY(header->isSectionHidden(static_cast<int>(SeriesColumn::Module)));
        show({{"a", sharedProfile("main@app 1\n")}, {"b", sharedProfile("main@app 1\n")}});
        QVERIFY(!m_view->table()->isColumnHidden(static_cast<int>(SeriesColumn::Module)));
    }
    void theNumbersAreInSight_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("module");
        for (const int width : {800, 1000, 1400})
            for (const auto* module : {"", "@libvery_long_name_of_a_library.so.6"})
                QTest::addRow("%d %s", width, module) << width << QString(module);
    }
    void theNumbersAreInSight() {
        QFETCH(int, width);
        QFETCH(QString, module);
        std::vector<SeriesProfile> profiles;
        for (int capture = 0; capture < 8; ++capture) {
            const int draw = capture < 5 ? 10'000 : 60'000;
            profiles.push_back({fmt::format("build-{}.candela", capture + 1),
                                sharedProfile(fmt::format("main{0};draw{0} {1}\nmain{0};rest{0} {2}\n",
                                                          module.toStdString(), draw, 300'000 - draw))});
        }
        show(std::move(profiles));
        m_view->resize(width, 600);
        const auto* table = m_view->table();
        const auto* header = table->horizontalHeader();
        const int seen = table->viewport()->width();
        QTRY_VERIFY(seen > width - 30);
        for (const auto column : {SeriesColumn::First, SeriesColumn::Last, SeriesColumn::Change}) {
            const int section = static_cast<int>(column);
            const int end = header->sectionViewportPosition(section) + header->sectionSize(section);
            QVERIFY2(end <= seen, qPrintable(QString("%1 ends at %2 of %3").arg(section).arg(end).arg(seen)));
            QVERIFY(header->sectionSize(section) < 130);
        }
        QVERIFY(header->sectionSize(0) >= 160);
        // Nothing is left over, and nothing but modules is beyond the edge.
        QVERIFY(header->length() >= seen);
        if (module.isEmpty() || width == 1400) QCOMPARE(header->length(), seen);
    }
    void capturesWithoutACommonValueShowAMessage() {
        show({{"a", sharedProfile("main 1\n")}, {"b", std::make_shared<const Profile>()}});
        QCOMPARE(m_view->model().rowCount(), 0);
        QVERIFY(!m_view->table()->isVisible());
    }
};

QTEST_MAIN(SeriesViewTest)
#include "series_view_test.moc"
