/// The text of losses: those that count samples, others, and times without data.
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

Sample sampleOf(std::int64_t weight) {
    Sample sample;
    sample.weight = weight;
    return sample;
}

} // namespace

class LossesTest : public QObject {
    Q_OBJECT
private slots:
    void onlyLossesOfSamplesAreAddedUp() {
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
        QVERIFY(lossLines(std::vector<Loss>()).empty());
        QVERIFY(lossLines(std::vector<Loss>{{"sample ring full", 0}}).empty());
    }
    void lossesOfOneReasonAreKeptApartByValue() {
        ProfileBuilder builder;
        builder.addLoss({"sample ring full", 3, "cpu", 30});
        builder.addLoss({"sample ring full", 2, "faults", 2});
        builder.addLoss({"sample ring full", 1, "cpu", 10});
        const auto profile = builder.build();
        QCOMPARE(profile.losses.size(), 2u);
        QCOMPARE(profile.losses[0].count, 4u);
        QCOMPARE(profile.losses[0].weight, 40u);
        QCOMPARE(lostSamples(profile.losses), 6u);
        QCOMPARE(joined(lossLines(profile.losses)), std::string("4 samples of cpu (sample ring full)\n"
                                                                "2 samples of faults (sample ring full)\n"));
    }
    void aLossIsWeighedAgainstItsOwnValue() {
        ProfileBuilder builder;
        const auto cpu = builder.valueType("cpu", "nanoseconds");
        const auto faults = builder.valueType("faults", "count");
        builder.addSample(cpu, sampleOf(990));
        builder.addSample(faults, sampleOf(5));
        builder.addLoss({"sample ring full", 1, "cpu", 10});
        builder.addLoss({"client reads too slowly", 5, "faults", 15});
        builder.addLoss({"segment too large", 2, "faults", 0});
        builder.addLoss({"segment too large", 3, "no such value", 9});
        const auto profile = builder.build();
        QCOMPARE(joined(lossLines(profile)),
                 std::string("5 samples of faults (client reads too slowly), 75.0 % of its weight\n"
                             "3 samples of no such value (segment too large)\n"
                             "2 samples of faults (segment too large)\n"
                             "1 sample of cpu (sample ring full), 1.0 % of its weight\n"));
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
