/// CPU profiles of V8 from before 2014, and of writers with other time units: seconds, no time stamps, self
/// times of nodes.
#include "tests/json_text.h"
#include "tests/nanoseconds.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

namespace {

/// (root) calls f, and f calls g; with further fields of f and g.
std::string tree(const std::string& ofF, const std::string& ofG) {
    return "'head': {'functionName': '(root)', 'url': '', 'lineNumber': 0, 'id': 1, 'hitCount': 0, "
           "'children': [{'functionName': 'f', 'url': 'a.js', 'lineNumber': 3, 'id': 2, " +
           ofF + ", 'children': [{'functionName': 'g', 'url': 'a.js', 'lineNumber': 9, 'id': 3, " + ofG +
           ", 'children': []}]}]}";
}

std::string withHits(const std::string& rest) {
    return "{" + tree("'hitCount': 1", "'hitCount': 3") + ", " + rest + "}";
}

std::string cpuOf(const Profile& profile) {
    const auto value = profile.findValue("cpu");
    return value ? profileToText(profile, value) : "none";
}

} // namespace

class OldCpuprofileTest : public QObject {
    Q_OBJECT

private slots:
    void samplesWithoutTimesAreSpreadOverTheSecondsThatTheyTook_data() {
        QTest::addColumn<QString>("times");
        QTest::newRow("numbers") << "'startTime': 1398765432.5, 'endTime': 1398765436.5";
        QTest::newRow("texts") << "'startTime': '181012.5', 'endTime': '181016.5'";
        QTest::newRow("whole seconds") << "'startTime': 100, 'endTime': 104";
        QTest::newRow("microseconds") << "'startTime': 396257000000, 'endTime': 396261000000";
    }

    void samplesWithoutTimesAreSpreadOverTheSecondsThatTheyTook() {
        QFETCH(QString, times);
        OPEN_JSON(profile, "cpuprofile", withHits(times.toStdString() + ", 'samples': [2, 3, 3, 3]"));
        QCOMPARE(cpuOf(*profile), std::string("f 1000000000\nf;g 3000000000\n"));
        QCOMPARE(profile->origin.duration, 4 * second);
        QCOMPARE(profile->samples[profile->findValue("cpu").row()].time,
                 (std::vector<std::int64_t>{0, second, 2 * second, 3 * second}));
    }

    void timeStampsCountMicrosecondsWhereTheStartCountsSeconds() {
        OPEN_JSON(profile, "cpuprofile",
                  withHits("'startTime': 396257, 'endTime': 396267, 'samples': [2, 3], "
                           "'timestamps': [396258000000, 396261000000]"));
        QCOMPARE(cpuOf(*profile), std::string("f 3000000000\nf;g 6000000000\n"));
        QCOMPARE(profile->origin.duration, 10 * second);
    }

    void aStartOfAnotherClockThanTheTimeStampsIsPassedOver() {
        OPEN_JSON(profile, "cpuprofile",
                  withHits("'startTime': 0, 'endTime': 10, 'samples': [2, 3, 3], "
                           "'timestamps': [396257000000, 396258000000, 396267000000]"));
        QCOMPARE(cpuOf(*profile), std::string("f 1000000000\nf;g 9000000000\n"));
        QVERIFY(profile->origin.duration <= 11 * second);
    }

    void aFirstDeltaThatCountsFromAnotherZeroIsPassedOver() {
        OPEN_JSON(profile, "cpuprofile",
                  withHits("'startTime': 5000000, 'endTime': 15000000, 'samples': [2, 3], "
                           "'timeDeltas': [396257000000, 4000000]"));
        QCOMPARE(cpuOf(*profile), std::string("f 4000000000\nf;g 6000000000\n"));
        QCOMPARE(profile->origin.duration, 10 * second);
    }

    void withoutSamplesHitsShareTheDuration() {
        OPEN_JSON(profile, "cpuprofile", withHits("'startTime': 100, 'endTime': 108"));
        QCOMPARE(cpuOf(*profile), std::string("f 2000000000\nf;g 6000000000\n"));
        QCOMPARE(profileToText(*profile, profile->findValue("samples")), std::string("f 1\nf;g 3\n"));
    }

    void theOldestProfilesHaveTheirOwnTimesInMilliseconds() {
        OPEN_JSON(profile, "cpuprofile",
                  "{'typeId': 'CPU', 'uid': 1, 'title': 'Profile 1', " +
                      tree("'selfTime': 250.5, 'totalTime': 1000.5, 'numberOfCalls': 1",
                           "'selfTime': 750, 'totalTime': 750, 'numberOfCalls': 2") +
                      "}");
        QCOMPARE(cpuOf(*profile), std::string("f 250500000\nf;g 750000000\n"));
        QCOMPARE(profile->findValue("samples").isNone(), true);
    }

    void idleTimeIsNoSampleThereEither() {
        OPEN_JSON(
            profile, "cpuprofile",
            "{'head': {'functionName': '(root)', 'id': 1, 'children': [{'functionName': '(idle)', 'id': "
            "2, 'selfTime': 400}, {'functionName': 'f', 'id': 3, 'selfTime': 100}]}}");
        QCOMPARE(cpuOf(*profile), std::string("f 100000000\n"));
        QCOMPARE(profile->origin.idleTime, std::int64_t(400'000'000));
    }
};

QTEST_APPLESS_MAIN(OldCpuprofileTest)
#include "old_cpuprofile_test.moc"
