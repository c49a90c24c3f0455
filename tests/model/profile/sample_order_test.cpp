/// Rows of sample tables in order, compared with a stable sort.
#include "model/profile/sample_order.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

using namespace candela;

namespace {

/// The weight is the number of the row.
SampleTable tableOf(std::size_t size, std::uint32_t threads, std::int64_t spread, bool hasTimes,
                    std::mt19937& random) {
    SampleTable table;
    for (std::size_t row = 0; row < size; ++row) {
        table.stack.push_back(row % 7 == 0 ? StackIndex() : StackIndex(row % 100));
        table.weight.push_back(static_cast<std::int64_t>(row));
        const auto thread = random() % (threads + 1);
        if (threads > 0) table.thread.push_back(thread == threads ? ThreadIndex() : ThreadIndex(thread));
        if (hasTimes)
            table.time.push_back(static_cast<std::int64_t>(row / 3) + std::int64_t(random()) % (spread + 1));
        table.cpu.push_back(static_cast<std::int32_t>(row % 4));
    }
    return table;
}

} // namespace

class SampleOrderTest : public QObject {
    Q_OBJECT
private slots:
    void itIsAStableSortByThreadAndTime_data() {
        QTest::addColumn<std::size_t>("size");
        QTest::addColumn<std::uint32_t>("threads");
        QTest::addColumn<std::int64_t>("spread");
        QTest::addColumn<bool>("hasTimes");
        const std::uint32_t none = 0, few = 3, many = 5000;
        for (const std::size_t size : {0, 1, 1000, 700'000}) {
            const auto name = std::to_string(size);
            QTest::addRow("%s rows in order", name.c_str()) << size << few << std::int64_t(0) << true;
            QTest::addRow("%s rows nearly in order", name.c_str()) << size << few << std::int64_t(9) << true;
            QTest::addRow("%s rows in any order", name.c_str()) << size << few << std::int64_t(1e9) << true;
            QTest::addRow("%s rows of many threads", name.c_str())
                << size << many << std::int64_t(99) << true;
            QTest::addRow("%s rows of no thread", name.c_str()) << size << none << std::int64_t(500) << true;
            QTest::addRow("%s rows without times", name.c_str()) << size << few << std::int64_t(0) << false;
        }
    }
    void itIsAStableSortByThreadAndTime() {
        QFETCH(std::size_t, size);
        QFETCH(std::uint32_t, threads);
        QFETCH(std::int64_t, spread);
        QFETCH(bool, hasTimes);
        std::mt19937 random(3);
        const auto table = tableOf(size, threads, spread, hasTimes, random);
        std::vector<std::size_t> order(size);
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::stable_sort(order, {}, [&](std::size_t row) {
            const auto thread = table.threadAt(row);
            return std::tuple(thread.isNone(), thread, table.timeAt(row));
        });
        auto sorted = table;
        sortSamples(sorted);
        QCOMPARE(sorted.size(), size);
        const auto isSame = [&](std::size_t row) {
            const auto expected = order[row];
            return sorted.weight[row] == static_cast<std::int64_t>(expected) &&
                   sorted.stack[row] == table.stack[expected] &&
                   sorted.threadAt(row) == table.threadAt(expected) &&
                   sorted.timeAt(row) == table.timeAt(expected) && sorted.cpuAt(row) == table.cpuAt(expected);
        };
        for (std::size_t row = 0; row < size; ++row)
            QVERIFY(isSame(row));
    }
};

QTEST_GUILESS_MAIN(SampleOrderTest)
#include "sample_order_test.moc"
