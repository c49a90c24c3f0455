/// A file whose table was evicted is refused until its turn ends, and only until then.
#include "recorder/unwind/unwind_table_turns.h"

#include <QTest>

using namespace candela;

namespace {

constexpr std::int64_t begin = 5'000'000'000;
constexpr file_identity fileAsWritten{.inode = 7, .changed = 1, .device = 2, .generation = 0};
constexpr file_identity sameFileWrittenAgain{.inode = 7, .changed = 2, .device = 2, .generation = 0};

} // namespace

class UnwindTableTurnsTest : public QObject {
    Q_OBJECT
private slots:
    void aTableThatWasNotMadeMayBeMade() {
        UnwindTableTurns turns;
        QVERIFY(turns.mayBeMade(fileAsWritten));
        QVERIFY(turns.mayBeMade(fileAsWritten));
        QCOMPARE(turns.refused(), 0u);
    }
    void aTableThatWasMadeWaitsForItsTurn() {
        UnwindTableTurns turns;
        turns.made(fileAsWritten, begin);
        QVERIFY(!turns.mayBeMade(fileAsWritten));
        QVERIFY(!turns.mayBeMade(fileAsWritten));
        QVERIFY(turns.mayBeMade(sameFileWrittenAgain));
        QCOMPARE(turns.refused(), 1u);
        QVERIFY(turns.ended(begin + UnwindTableTurns::length - 1).empty());
        const auto ended = turns.ended(begin + UnwindTableTurns::length);
        QCOMPARE(ended.size(), 1u);
        QCOMPARE(ended[0].inode, fileAsWritten.inode);
        QVERIFY(turns.mayBeMade(fileAsWritten));
    }
    void aTableThatWasNotRefusedIsNotReported() {
        UnwindTableTurns turns;
        turns.made(fileAsWritten, begin);
        QVERIFY(turns.ended(begin + UnwindTableTurns::length).empty());
        QVERIFY(turns.mayBeMade(fileAsWritten));
    }
    void tablesOfFilesBeyondTheLimitMayBeMade() {
        UnwindTableTurns turns;
        auto one = fileAsWritten;
        for (one.inode = 0; one.inode < UnwindTableTurns::maximumFiles; ++one.inode)
            turns.made(one, begin);
        turns.made(one, begin);
        QVERIFY(turns.mayBeMade(one));
        one.inode = 3;
        QVERIFY(!turns.mayBeMade(one));
    }
};

QTEST_GUILESS_MAIN(UnwindTableTurnsTest)
#include "unwind_table_turns_test.moc"
