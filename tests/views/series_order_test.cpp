/// The order of a series' rows: by each column, computed off the GUI thread.
#include "tests/views/series_fixture.h"
#include "tests/window_settings.h"

#include <QHeaderView>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace candela;

class SeriesOrderTest : public SeriesFixture {
    Q_OBJECT
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
    /// The rows of another filter are first shown in the order that was chosen while they were computed.
    void rowsOfAnotherFilterAreAtOnceInTheChosenOrder() {
        showGrowth();
        m_view->choices().setWeights(ListedWeights::Self);
        sortBy(SeriesColumn::Name, Qt::AscendingOrder);
        Filter filter;
        filter.ignore = "draw";
        m_view->session().setFilter(filter);
        QCoreApplication::sendPostedEvents(m_view.get()); // the computation begins
        m_view->table()->sortByColumn(static_cast<int>(SeriesColumn::Name), Qt::DescendingOrder);
        m_view->session().setSearch("rest|same");
        QList<QStringList> shown;
        connect(&m_view->model(), &QAbstractItemModel::modelReset, this, [&] { shown << names(); });
        connect(&m_view->model(), &QAbstractItemModel::layoutChanged, this, [&] { shown << names(); });
        QTRY_VERIFY(!m_view->isPending());
        QVERIFY(!shown.isEmpty());
        for (const auto& rows : shown)
            if (!rows.contains("draw")) QCOMPARE(rows, (QStringList{"same", "rest"}));
        QCOMPARE(names(), (QStringList{"same", "rest"}));
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
