/// Rows by weight, compared with a stable sort.
#include "model/analysis/call_tree/weight_order.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

using namespace candela;

class WeightOrderTest : public QObject {
    Q_OBJECT
private slots:
    void itIsAStableSortWhateverTheWeightsAre_data() {
        QTest::addColumn<std::int64_t>("lowest");
        QTest::addColumn<std::int64_t>("highest");
        QTest::newRow("few") << std::int64_t(0) << std::int64_t(3);
        QTest::newRow("small") << std::int64_t(1) << std::int64_t(1000);
        QTest::newRow("negative") << std::int64_t(-70'000) << std::int64_t(70'000);
        QTest::newRow("any") << std::numeric_limits<std::int64_t>::min()
                             << std::numeric_limits<std::int64_t>::max();
        QTest::newRow("equal") << std::int64_t(5) << std::int64_t(5);
    }
    void itIsAStableSortWhateverTheWeightsAre() {
        QFETCH(std::int64_t, lowest);
        QFETCH(std::int64_t, highest);
        std::mt19937_64 random(7);
        std::uniform_int_distribution weight(lowest, highest);
        for (const std::size_t size : {0, 1, 2, 500, 999, 1000, 20'000}) {
            std::vector<WeightedRow> rows;
            for (std::uint32_t row = 0; row < size; ++row)
                rows.push_back({weight(random), row});
            auto expected = rows;
            std::ranges::stable_sort(expected, std::ranges::greater(), &WeightedRow::weight);
            sortByWeight(rows);
            QVERIFY(std::ranges::equal(rows, expected, {}, &WeightedRow::row, &WeightedRow::row));
        }
    }
};

QTEST_GUILESS_MAIN(WeightOrderTest)
#include "weight_order_test.moc"
