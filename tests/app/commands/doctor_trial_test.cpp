/// The recording check of `candela doctor` agrees with what a recording encounters.
#include <QTest>

#include "app/commands/doctor/doctor_trial.h"
#include "tests/app/commands/command_outcome.h"

using namespace candela;

namespace {

RecordingTrial trialWith(const char* script) {
    qputenv("RECORDER_SCRIPT", script);
    RecorderEnvironment here;
    here.namedRecorder = PROGRAMS "/scripted_recorder";
    return tryRecording(here);
}

} // namespace

class DoctorTrialTest : public QObject {
    Q_OBJECT
private slots:
    void aRecorderThatRecordsIsGood() {
        const auto trial = trialWith("normal");
        QCOMPARE(trial.outcome, RecordingTrial::Outcome::Records);
        QCOMPARE(trialCheck(trial).finding, Finding::Good);
        QCOMPARE(verdictOf({}, trial), "This machine can record.\n");
    }
    void aRefusalIsReported() {
        for (const auto* script : {"failure", "crash", "refuse-to-start"}) {
            const auto trial = trialWith(script);
            QCOMPARE(trial.outcome, RecordingTrial::Outcome::Refused);
            const auto check = trialCheck(trial);
            QCOMPARE(check.finding, Finding::Missing);
            QVERIFY(check.text.size() > std::string("tried: ").size());
            QCOMPARE(verdictOf({check}, trial), "This machine can't record as it is.\n");
        }
        const auto refused = trialCheck(trialWith("failure"));
        QVERIFY(refused.text.ends_with("this user may not record other people's processes"));
        QCOMPARE(refused.todo, "Ask for it.");
    }
    void aUserWhoMayRecordOwnProcessesLearnsThat() {
        const auto trial = trialWith("failure-of-machine");
        QCOMPARE(trial.outcome, RecordingTrial::Outcome::RecordsOwn);
        QCOMPARE(trialCheck(trial).finding, Finding::Weak);
        QVERIFY(verdictOf({}, trial).starts_with("This user can record own processes here"));
    }
    void noPasswordIsAskedFor() {
        RecorderEnvironment here;
        here.recorder = PROGRAMS "/scripted_recorder";
        here.pkexec = "/nonexistent/pkexec";
        const auto trial = tryRecording(here);
        QCOMPARE(trial.outcome, RecordingTrial::Outcome::WillAsk);
        QCOMPARE(trial.endpoint, "pkexec");
        QCOMPARE(trialCheck(trial).finding, Finding::Weak);
    }
    void withoutAnyEndpointItIsRefused() {
        QCOMPARE(tryRecording({}).outcome, RecordingTrial::Outcome::Refused);
    }
    void theCommandEndsAsARecordingWould() {
        qputenv("CANDELA_RECORDER", PROGRAMS "/scripted_recorder");
        qputenv("RECORDER_SCRIPT", "failure");
        const auto outcome = runCandela({"doctor"});
        qunsetenv("CANDELA_RECORDER");
        QCOMPARE(outcome.status, 4);
        QVERIFY2(outcome.output.endsWith("This machine can't record as it is.\n"),
                 outcome.output.constData());
    }
};

QTEST_GUILESS_MAIN(DoctorTrialTest)
#include "doctor_trial_test.moc"
