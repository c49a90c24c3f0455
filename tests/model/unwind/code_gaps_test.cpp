#include "model/unwind/instructions/code_gaps.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace candela;

namespace {

bool isIn(const std::vector<CodeGap>& gaps, std::uint64_t offset) {
    return std::any_of(gaps.begin(), gaps.end(),
                       [&](const CodeGap& gap) { return gap.begin <= offset && offset < gap.end; });
}

/// Gaps whose sizes and distances are random numbers of up to `maximumBits` bits.
std::vector<CodeGap> randomGaps(std::mt19937_64& random, std::size_t count, unsigned maximumBits) {
    const auto distance = [&] { return 1 + (random() & ((1ULL << random() % maximumBits) - 1)); };
    std::vector<CodeGap> gaps;
    std::uint64_t end = random() % 1000;
    for (std::size_t row = 0; row < count; ++row) {
        const auto begin = end + (random() % 4 == 0 ? 0 : distance());
        end = begin + distance();
        gaps.push_back({begin, end});
    }
    return gaps;
}

} // namespace

class CodeGapsTest : public QObject {
    Q_OBJECT
private slots:
    void noGapsContainNothing() {
        const CodeGaps none;
        QVERIFY(!none.contains(0));
        QVERIFY(!none.contains(~0ULL));
        QVERIFY(!CodeGaps(std::vector<CodeGap>()).contains(0));
    }

    void offsetsAreInTheGapsThatContainThem() {
        std::mt19937_64 random(7);
        for (const unsigned bits : {1u, 4u, 12u, 30u}) {
            for (const std::size_t count : {1u, 2u, 3u, 100u}) {
                const auto gaps = randomGaps(random, count, bits);
                const CodeGaps index(gaps);
                for (const auto& gap : gaps) {
                    for (const auto offset : {gap.begin - 1, gap.begin, gap.begin + (gap.end - gap.begin) / 2,
                                              gap.end - 1, gap.end, gap.end + 1})
                        QCOMPARE(index.contains(offset), isIn(gaps, offset));
                }
                QVERIFY(!index.contains(~0ULL));
            }
        }
    }
};

QTEST_GUILESS_MAIN(CodeGapsTest)
#include "code_gaps_test.moc"
