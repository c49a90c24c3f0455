/// Columns in large pages have the same content as other vectors.
#include <QTest>

#include "model/profile/long_column.h"

#include <numeric>

using namespace candela;

class LongColumnTest : public QObject {
    Q_OBJECT
private slots:
    void valuesStayWhenRoomIsMade() {
        for (const std::size_t size : {std::size_t{0}, std::size_t{1000}, std::size_t{3'000'000}}) {
            std::vector<int> column(size);
            std::iota(column.begin(), column.end(), 7);
            const auto before = column;
            reserveLong(column, 2 * size + 5'000'000);
            QVERIFY(column.capacity() >= 2 * size + 5'000'000);
            QVERIFY(column == before);
            reserveLong(column, 1);
            QVERIFY(column == before);
        }
    }
    void addingOneByOneDoublesTheRoom() {
        std::vector<int> column;
        std::size_t moves = 0;
        for (int value = 0; value < 4'000'000; ++value) {
            const auto before = column.capacity();
            growLong(column, 1);
            moves += column.capacity() != before;
            column.push_back(value);
        }
        QVERIFY2(moves < 30, std::to_string(moves).c_str());
        std::vector<int> expected(4'000'000);
        std::iota(expected.begin(), expected.end(), 0);
        QVERIFY(column == expected);
    }
    void aNewColumnIsFilled() {
        QVERIFY(longColumn<int>(3'000'000, 5) == std::vector<int>(3'000'000, 5));
        QVERIFY(longColumn<int>(3) == std::vector<int>(3));
    }
};

QTEST_GUILESS_MAIN(LongColumnTest)
#include "long_column_test.moc"
