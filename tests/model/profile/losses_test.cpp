/// Losses in words: what counts samples, what does not, and times without data.
#include "model/profile/losses.h"

#include <QTest>

using namespace candela;

namespace {

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines)
        text += line + "\n";
    return text;
}

constexpr std::int64_t second = 1'000'000'000;

} // namespace

class LossesTest : public QObject {
    Q_OBJECT
private slots:
    void onlySamplesAreAddedUpAsSamples() {
        const std::vector<Loss> losses{{"mappings without room", 8190},
                                       {"sample ring full", 3},
                                       {"held back by the kernel", 2},
                                       {"segment too large", 40},
                                       {"ring buffer full", 7}};
        QCOMPARE(lostSamples(losses), 43u);
        QCOMPARE(joined(lossLines(losses)), std::string("40 samples (segment too large)\n"
                                                        "3 samples (sample ring full)\n"
                                                        "7 records (ring buffer full)\n"
                                                        "mappings without room: 8,190\n"
                                                        "held back by the kernel: 2\n"));
        QVERIFY(lossLines({}).empty());
        QVERIFY(lossLines({{"sample ring full", 0}}).empty());
    }
    void timesComeBackAsTheyWereAdded() {
        const std::vector<LostTime> times{
            {0, 2 * second}, {3 * second, 5 * second}, {-7, 4}, {9 * second, noTime}, {6, 6}};
        ProfileBuilder builder;
        for (const auto& time : times)
            addLostTime(builder, time);
        builder.addLoss("sample ring full", 1);
        const auto profile = builder.build();
        auto sorted = times;
        std::ranges::sort(sorted, {}, &LostTime::begin);
        QVERIFY(lostTimes(profile) == sorted);
        QCOMPARE(lostSamples(profile.losses), 1u);
    }
    void timesAreReadInTheirOrderBeforeSamples() {
        ProfileBuilder builder;
        builder.addLoss("sample ring full", 1);
        addLostTime(builder, {9 * second, noTime});
        addLostTime(builder, {0, 2 * second});
        QCOMPARE(joined(lossLines(builder.build().losses)), std::string("all from the start to 2 s\n"
                                                                        "all after 9 s\n"
                                                                        "1 sample (sample ring full)\n"));
    }
    void reasonsThatLookLikeTimesButAreNoneStayReasons() {
        for (const char* reason : {"time from 5", "time from a to b", "time from 1 to ", "time after",
                                   "time after x", "time from 99999999999999999999 to 3", ""})
            QVERIFY2(!lostTime({reason, 1}), reason);
    }
};

QTEST_GUILESS_MAIN(LossesTest)
#include "losses_test.moc"
