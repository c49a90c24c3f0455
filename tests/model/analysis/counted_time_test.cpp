#include "model/analysis/completeness/cpu_account.h"
#include "model/profile/profile_builder.h"

#include <QTest>

using namespace candela;

namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t period = 10 * ms;

/// Threads with that many samples of ten milliseconds, and the kernel's account.
class Counted {
public:
    explicit Counted(std::string_view value = "cpu", std::string_view unit = "nanoseconds")
        : m_value(builder.valueType(value, unit)) {
        builder.setHasCpuAccount();
        builder.origin().period = period;
        builder.origin().cpus = 2;
    }
    Counted& add(const char* process, std::int32_t pid, std::int32_t tid, int samples, std::int64_t counted) {
        auto& row = m_processes[pid];
        if (!row)
            row =
                builder.addProcess({.pid = pid, .parent = {}, .name = builder.string(process), .labels = {}});
        const auto thread = builder.addThread(
            {.process = row, .tid = tid, .name = builder.string("thread"), .labels = {}, .cpuTime = counted});
        for (int sample = 0; sample < samples; ++sample)
            builder.addSample(
                m_value,
                {.stack = {}, .weight = period, .time = sample * period, .thread = thread, .labels = {}});
        return *this;
    }
    std::shared_ptr<const Profile> build() { return std::make_shared<Profile>(builder.build()); }

    ProfileBuilder builder;

private:
    ValueTypeIndex m_value;
    std::map<std::int32_t, ProcessIndex> m_processes;
};

QStringList disagreements(const std::shared_ptr<const Profile>& profile) {
    QStringList lines;
    const auto account = cpuAccountOf(*profile);
    if (!account) return {"there is no account"};
    for (const auto& process : account->disagreements)
        lines << QString::fromStdString(disagreementText(process));
    return lines;
}

using Times = std::map<std::string, std::int64_t>;

std::optional<Times> times(const std::shared_ptr<const Profile>& profile, const Filter& filter,
                           const char* key) {
    return countedTimes(profile, profile->shownValue(), filter, *sampleKeyFromName(key)).value();
}

} // namespace

class CountedTimeTest : public QObject {
    Q_OBJECT
private slots:
    void whatWasCountedAndSampledAddsUp() {
        const auto account =
            cpuAccountOf(*Counted().add("a", 1, 1, 10, 101 * ms).add("b", 2, 2, 0, 9 * ms).build());
        QVERIFY(account);
        QCOMPARE(account->counted, 110 * ms);
        QCOMPARE(account->sampled, 100 * ms);
        QVERIFY(account->disagreements.empty());
    }
    void aProfileWithoutAccountHasNone() {
        QVERIFY(!cpuAccountOf(ProfileBuilder().build()));
        Counted cycles("cycles", "cycles"); // not comparable with nanoseconds
        QVERIFY(!cpuAccountOf(*cycles.add("a", 1, 1, 10, 100 * ms).build()));
    }
    void chanceAndWhatIsCountedLateAreNoDisagreement() {
        // A second in 100 samples: their standard deviation is a tenth of it.
        QCOMPARE(disagreements(Counted().add("a", 1, 1, 60, 1000 * ms).build()), QStringList());
        QCOMPARE(disagreements(Counted().add("a", 1, 1, 140, 1000 * ms).build()), QStringList());
        QCOMPARE(disagreements(Counted().add("a", 1, 1, 0, 50 * ms).build()), QStringList());
    }
    void moreThanChanceIsReportedWithTheLargestFirst() {
        const auto profile = Counted()
                                 .add("sleeper", 1, 1, 100, 4000 * ms)
                                 .add("busy", 2, 2, 1000, 10'000 * ms)
                                 .add("seen", 3, 3, 400, 1000 * ms)
                                 .add("sleeper", 4, 4, 210, 900 * ms)
                                 .build();
        QCOMPARE(disagreements(profile),
                 (QStringList{"sampling saw 4 s of seen; the kernel counted 1 s",
                              "sampling saw 3.10 s of sleeper (2 processes); the kernel counted 4.90 s"}));
    }
    void manyProcessesThatNoSampleMetAreOneDisagreement() {
        Counted counted;
        for (int pid = 1; pid <= 200; ++pid)
            counted.add("brief", pid, pid, 0, 3 * ms);
        QCOMPARE(disagreements(counted.build()),
                 QStringList{"sampling saw 0 ns of brief (200 processes); the kernel counted 600 ms"});
    }
    void aSmallPartOfMuchIsNoDisagreement() {
        QCOMPARE(disagreements(Counted().add("long", 1, 1, 100'000, 1'040'000 * ms).build()), QStringList());
        QCOMPARE(disagreements(Counted().add("long", 1, 1, 100'000, 1'060'000 * ms).build()).size(), 1);
    }
    void timesGoByProcessAndThread() {
        const auto profile = Counted()
                                 .add("a", 1, 1, 10, 90 * ms)
                                 .add("a", 1, 2, 0, 5 * ms)
                                 .add("b", 3, 3, 1, 10 * ms)
                                 .build();
        QCOMPARE(times(profile, {}, "pid"), (Times{{"a (1)", 95 * ms}, {"b (3)", 10 * ms}}));
        QCOMPARE(times(profile, {}, "thread"),
                 (Times{{"thread (1/1)", 90 * ms}, {"thread (1/2)", 5 * ms}, {"thread (3/3)", 10 * ms}}));
        QCOMPARE(times(profile, {.process = "b"}, "pid"), (Times{{"b (3)", 10 * ms}}));
        QCOMPARE(times(profile, {.threads = {ThreadIndex(1)}}, "pid"), (Times{{"a (1)", 5 * ms}}));
    }
    void anAccountKnowsNoTimesStacksOrLabels() {
        const auto profile = Counted().add("a", 1, 1, 10, 90 * ms).build();
        QVERIFY(!times(profile, {.time = TimeRange{0, 5}}, "process"));
        QVERIFY(!times(profile, {.focus = "x"}, "process"));
        QVERIFY(!times(profile, {.ignore = "x"}, "process"));
        QVERIFY(!times(profile, {.labels = {{"key", "x"}}}, "process"));
        QVERIFY(!times(profile, {}, "label:key"));
    }
};

QTEST_GUILESS_MAIN(CountedTimeTest)
#include "counted_time_test.moc"
