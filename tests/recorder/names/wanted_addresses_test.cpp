/// Addresses with wanted names: each is requested once at a time, and again if an answer will not arrive.
#include "recorder/names/wanted_addresses.h"

#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

std::vector<std::uint64_t> askedAddresses(WantedAddresses& wanted, std::size_t maximumCount) {
    const auto addresses = wanted.ask(maximumCount);
    return {addresses.begin(), addresses.end()};
}

using Addresses = std::vector<std::uint64_t>;

} // namespace

class WantedAddressesTest : public QObject {
    Q_OBJECT
private slots:
    void eachIsAskedForOnceInTheOrderOfTheRequests() {
        std::size_t sum = 0;
        WantedAddresses wanted(sum);
        QVERIFY(wanted.isEmpty() && !wanted.hasQuestions());
        for (const std::uint64_t address : {50, 10, 50, 30, 20})
            wanted.add(address, 1);
        QCOMPARE(askedAddresses(wanted, 2), (Addresses{50, 10}));
        wanted.add(10, 1); // the answer for 10 is pending
        QCOMPARE(askedAddresses(wanted, 10), (Addresses{30, 20}));
        QVERIFY(!wanted.hasQuestions() && wanted.awaitsAnswers() && !wanted.isEmpty());
        QVERIFY(askedAddresses(wanted, 10).empty());
    }
    void anAnswerIsTakenOnceWithTheSegmentThatAsked() {
        std::size_t sum = 0;
        WantedAddresses wanted(sum);
        wanted.add(10, 3);
        wanted.add(10, 4); // the first segment that wanted it counts
        wanted.add(20, 5);
        askedAddresses(wanted, 10);
        QCOMPARE(wanted.takeAnswer(10), std::optional<std::uint64_t>(3));
        QVERIFY(!wanted.takeAnswer(10));
        QVERIFY(!wanted.takeAnswer(99)); // 99 was not requested
        QVERIFY(!wanted.contains(10) && wanted.contains(20));
    }
    void whatIsNotAnsweredIsAskedAgain() {
        std::size_t sum = 0;
        WantedAddresses wanted(sum);
        for (const std::uint64_t address : {1, 2, 3, 4, 5, 6})
            wanted.add(address, 1);
        askedAddresses(wanted, 2);
        askedAddresses(wanted, 2);
        wanted.takeAnswer(1);
        wanted.takeAnswer(2);
        wanted.endAnswers(); // ends the answers to the first question
        QVERIFY(wanted.awaitsAnswers());
        wanted.askAgain();
        QVERIFY(!wanted.awaitsAnswers());
        auto again = askedAddresses(wanted, 10);
        std::ranges::sort(again);
        QCOMPARE(again, (Addresses{3, 4, 5, 6}));
    }
    void theSumIsWhatAllWant() {
        std::size_t sum = 0;
        WantedAddresses left(sum);
        {
            WantedAddresses right(sum);
            left.add(1, 1);
            left.add(2, 1);
            left.add(2, 1);
            right.add(1, 1);
            right.add(7, 1);
            right.add(8, 1);
            QCOMPARE(sum, std::size_t{5});
            askedAddresses(right, 2);
            QCOMPARE(sum, std::size_t{5}); // the others still wait
            right.takeAnswer(1);
            right.takeAnswer(1);
            QCOMPARE(sum, std::size_t{4});
        }
        QCOMPARE(sum, std::size_t{2});
        left.clear();
        QCOMPARE(sum, std::size_t{0});
        QVERIFY(left.isEmpty() && !left.hasQuestions());
    }
};

QTEST_GUILESS_MAIN(WantedAddressesTest)
#include "wanted_addresses_test.moc"
