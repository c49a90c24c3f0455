/// The order of a series' rows: by each column, computed off the GUI thread.
#include "tests/profile_text.h"
#include "tests/window_settings.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"

#include <QHeaderView>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace candela;

class SeriesOrderTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    std::unique_ptr<SeriesView> m_view;

    /// "load" grows from one capture to the next, "draw" has a step, "same" stays. The totals are equal,
    /// because shares are compared.
    void showGrowth() {
        std::vector<SeriesProfile> profiles;
        for (int capture = 0; capture < 8; ++capture) {
            const int load = 10'000 + 9000 * capture, draw = capture < 5 ? 10'000 : 60'000;
            profiles.push_back(
                {fmt::format("build-{}", capture + 1),
                 sharedProfile(fmt::format("main;load {}\nmain;draw {}\nmain;same 20000\nmain;rest {}\n",
                                           load, draw, 300'000 - load - draw))});
        }
        show(std::move(profiles));
    }
    void show(std::vector<SeriesProfile> profiles) {
        m_view = std::make_unique<SeriesView>();
        m_view->resize(1200, 700);
        m_view->show();
        m_view->setProfiles(std::move(profiles));
        QTRY_VERIFY(!m_view->isPending());
    }
    QStringList names() const {
        QStringList names;
        for (int row = 0; row < m_view->model().rowCount(); ++row)
            names << QString::fromStdString(m_view->model().row(row).name);
        return names;
    }
    void clickRow(std::string_view name) {
        auto* table = m_view->table();
        const auto index = m_view->model().index(m_view->model().rowOf(name), 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }
    void sortBy(SeriesColumn column, Qt::SortOrder order) {
        m_view->table()->sortByColumn(static_cast<int>(column), order);
        QTRY_VERIFY(!m_view->isPending());
    }

private slots:
    void initTestCase() { keepEverythingIn(m_settings.path()); }
    void cleanup() { m_view.reset(); }

    void rowsAreSortedOffTheGuiThread() {
        showGrowth();
        const auto own = names();
        clickRow("load");
        auto* header = m_view->table()->horizontalHeader();
        const auto clickTitle = [&](SeriesColumn column) {
            const int section = static_cast<int>(column);
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(section) + 8, header->height() / 2});
        };
        clickTitle(SeriesColumn::Last); // replaced before it is done
        clickTitle(SeriesColumn::Name);
        QVERIFY(m_view->isPending());
        QCOMPARE(names(), own); // not yet
        QTRY_VERIFY(!m_view->isPending());
        auto sorted = own;
        sorted.sort();
        if (header->sortIndicatorOrder() == Qt::DescendingOrder) std::ranges::reverse(sorted);
        QCOMPARE(names(), sorted);
        QCOMPARE(m_view->model().row(m_view->table()->currentIndex().row()).name, std::string("load"));
        // Other weights, and other rows, are in that order at once.
        m_view->choices().setWeights(ListedWeights::Total);
        QVERIFY(!m_view->isPending());
        QVERIFY(std::ranges::is_sorted(names()) || std::ranges::is_sorted(names(), std::greater()));
        QCOMPARE(names().size(), own.size() + 1);
        Filter filter;
        filter.ignore = "draw";
        m_view->session().setFilter(filter);
        QCoreApplication::sendPostedEvents(m_view.get()); // the computation begins
        m_view->table()->sortByColumn(static_cast<int>(SeriesColumn::Last), Qt::AscendingOrder);
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(names().last(), QString("main"));
        m_view->table()->sortByColumn(-1, Qt::AscendingOrder);
        m_view->session().setFilter({});
        m_view->choices().setWeights(ListedWeights::Self);
        QTRY_VERIFY(!m_view->isPending());
        QCOMPARE(names(), own);
    }
    void rowsOfEachColumnAreInItsOrder() {
        showGrowth();
        const auto numberOf = [&](int row, SeriesColumn column) {
            const auto& points = m_view->model().points(row);
            switch (column) {
            case SeriesColumn::First:
                return points.front().value;
            case SeriesColumn::Last:
                return points.back().value;
            case SeriesColumn::Change:
                return points.back().value / points.front().value;
            case SeriesColumn::Course:
                return std::ranges::max(points, {}, &SeriesPoint::value).value;
            default:
                return std::abs(trendExtent(m_view->model().trend(row), 8));
            }
        };
        for (const auto column : {SeriesColumn::First, SeriesColumn::Last, SeriesColumn::Change,
                                  SeriesColumn::Course, SeriesColumn::Trend}) {
            for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                sortBy(column, order);
                std::vector<double> numbers;
                for (int row = 0; row < m_view->model().rowCount(); ++row)
                    numbers.push_back(numberOf(row, column));
                if (order == Qt::DescendingOrder) std::ranges::reverse(numbers);
                QVERIFY2(std::ranges::is_sorted(numbers), qPrintable(QString::number(int(column))));
                QCOMPARE(numbers.size(), std::size_t(4));
            }
        }
    }
    void aNameOfSeveralModulesIsTheFirstListedRow() {
        const auto* text = "main@app;draw@a.so 10\nmain@app;draw@b.so 20\nmain@app;load@b.so 40\n";
        show({{"a", sharedProfile(text)}, {"b", sharedProfile(text)}});
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            sortBy(SeriesColumn::Module, order);
            const int row = m_view->model().rowOf("draw");
            QCOMPARE(m_view->model().row(row).module,
                     std::string(order == Qt::AscendingOrder ? "a.so" : "b.so"));
            for (int before = 0; before < row; ++before)
                QVERIFY(m_view->model().row(before).name != "draw");
        }
        QCOMPARE(m_view->model().rowOf("dra"), -1);
    }
};

QTEST_MAIN(SeriesOrderTest)
#include "series_order_test.moc"
