/// The recordable probes are those that the recorder announces, in any version.
#include <QTest>

#include "app/recording/recorder_announcement.h"
#include "app/window/record/probe_picker.h"
#include "app/window/record/record_form.h"
#include "model/recording/stream_limits.h"
#include "tests/app/commands/command_outcome.h"

#include <QCheckBox>
#include <QSignalSpy>
#include <QSpinBox>

using namespace candela;

namespace {

Result<recording::Announcement> announcementOf(const char* script) {
    qputenv("RECORDER_SCRIPT", script);
    RecorderEnvironment here;
    here.namedRecorder = PROGRAMS "/scripted_recorder";
    return askRecorder(here);
}

std::vector<std::string> namesOf(const recording::Announcement& announcement) {
    std::vector<std::string> names;
    for (const auto& probe : announcement.probes())
        names.push_back(probe.name());
    return names;
}

QCheckBox* box(const ProbePicker& picker, const QString& title) {
    for (auto* found : picker.findChildren<QCheckBox*>()) {
        if (found->text() == title) return found;
    }
    return nullptr;
}

QStringList textsOf(const std::vector<ProbeRequest>& requests) {
    QStringList texts;
    for (const auto& request : requests)
        texts << QString::fromStdString(textOf(request));
    return texts;
}

} // namespace

class RecorderAnnouncementTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() {
        qunsetenv("RECORDER_SCRIPT");
        qunsetenv("CANDELA_RECORDER");
    }

    void theRecorderOfThisVersionAnnouncesWhatItHas() {
        RecorderEnvironment here;
        here.recorder = PROGRAMS "/candela-recorder";
        const auto announcement = askRecorder(here);
        QVERIFY2(announcement, announcement ? "" : announcement.error().message.c_str());
        QCOMPARE(announcement->protocol_version(), protocolVersion);
        const auto names = namesOf(*announcement);
        QCOMPARE(names.front(), "cpu"); // the default
        const auto found = std::ranges::find(names, "faults");
        QVERIFY(found != names.end());
        const auto& faults = announcement->probes(static_cast<int>(found - names.begin()));
        QCOMPARE(faults.values_size(), 2);
        QCOMPARE(faults.values(0).name(), "minor-faults");
        QCOMPARE(faults.values(0).kind(), recording::COUNT);
        QVERIFY(faults.values(0).is_default() && !faults.values(1).is_default());
        QCOMPARE(faults.options(0).name(), "period");
        QCOMPARE(faults.options(0).default_number(), 1);
    }
    void anUnknownProbeIsOffered() {
        const auto announcement = announcementOf("normal");
        QVERIFY(announcement);
        QCOMPARE(namesOf(*announcement), (std::vector<std::string>{"cpu", "tides", "stars"}));
        qputenv("CANDELA_RECORDER", PROGRAMS "/scripted_recorder");
        const auto listed = runCandela({"list", "probes"});
        QCOMPARE(listed.status, 0);
        QVERIFY2(listed.output.contains("tides"), listed.output);
        QVERIFY(listed.output.contains("level (millimetres)"));
        QVERIFY(listed.output.contains("moons=1"));
        const auto help = runCandela({"record", "--help"});
        QVERIFY2(help.output.contains("tides"), help.output);
        QVERIFY(help.output.contains("how many to count"));
        QVERIFY(help.output.contains("not here: there is a cloud"));
    }
    void anEarlierRecorderHasOneProbe() {
        const auto announcement = announcementOf("earlier");
        QVERIFY(announcement);
        QCOMPARE(namesOf(*announcement), (std::vector<std::string>{"cpu"}));
    }
    void aRecorderThatIsTooNewIsReported() {
        const auto announcement = announcementOf("too-new");
        QVERIFY(!announcement);
        QCOMPARE(announcement.error().message,
                 "the recorder is too new for this Candela: it is version 9.8.7, and "
                 "serves no client as old as this one");
        qputenv("CANDELA_RECORDER", PROGRAMS "/scripted_recorder");
        const auto listed = runCandela({"list", "probes"});
        QCOMPARE(listed.status, 4);
        QVERIFY(listed.errors.contains("too new for this Candela"));
    }
    void withoutARecorderThatIsReported() {
        const auto announcement = askRecorder({});
        QVERIFY(!announcement);
        QCOMPARE(announcement.error().message, "no recorder was found");
        RecorderEnvironment here;
        here.recorder = "/nowhere/candela-recorder";
        const auto missing = askRecorder(here);
        QVERIFY(!missing &&
                missing.error().message.starts_with("the recorder does not announce what it can record: "));
    }
    void invalidAnswersAreRefused() {
        QVERIFY(!readAnnouncement({}));
        QVERIFY(!readAnnouncement("hello"));
    }

    void thePageOffersWhatIsAnnounced() {
        ProbePicker picker;
        QVERIFY(picker.requests().empty());
        QSignalSpy changes(&picker, &ProbePicker::changed);
        picker.setAnnouncement(announcementOf("normal"), {});
        QVERIFY(!changes.isEmpty());
        auto* cpu = box(picker, "CPU time");
        auto* tides = box(picker, "Tides");
        auto* stars = box(picker, "Stars");
        QVERIFY(cpu && tides && stars);
        QVERIFY(cpu->isChecked() && !tides->isChecked());
        QVERIFY(!stars->isEnabled()); // this machine can't record it
        QVERIFY(picker.requests().empty());
        auto* moons = picker.findChild<QSpinBox*>();
        QVERIFY(!moons->isEnabled());
        tides->click();
        QVERIFY(moons->isEnabled());
        QCOMPARE(textsOf(picker.requests()), (QStringList{"cpu", "tides"}));
        moons->setValue(3);
        QCOMPARE(textsOf(picker.requests()), (QStringList{"cpu", "tides:moons=3"}));
        moons->setValue(9); // a value out of range
        QCOMPARE(moons->value(), 4);
        cpu->click();
        QCOMPARE(textsOf(picker.requests()), (QStringList{"tides:moons=4"}));
    }
    void optionsOfTwoStatesAreSwitches() {
        recording::Announcement announcement;
        auto* probe = announcement.add_probes();
        probe->set_name("offcpu");
        probe->set_title("Waiting");
        auto* option = probe->add_options();
        option->set_name("wakers");
        option->set_maximum(1);
        ProbePicker picker;
        picker.setAnnouncement(announcement, {"offcpu:wakers=1"});
        auto* wakers = box(picker, "wakers");
        QVERIFY(wakers && wakers->isChecked());
        QCOMPARE(textsOf(picker.requests()), QStringList{"offcpu:wakers=1"});
        wakers->click();
        QVERIFY(picker.requests().empty());
        box(picker, "Waiting")->click();
        QVERIFY(!wakers->isVisibleTo(&picker));
    }
    void thePageRemembersWhatWasChosen() {
        ProbePicker picker;
        picker.setAnnouncement(announcementOf("normal"), {"tides:moons=2", "stars", "gone:x=1"});
        QCOMPARE(textsOf(picker.requests()), (QStringList{"tides:moons=2"}));
    }
    void whatWasChosenStaysWhenThePageIsLeft() {
        qputenv("CANDELA_RECORDER", PROGRAMS "/scripted_recorder");
        RecordForm form;
        form.show();
        const auto* picker = form.findChild<ProbePicker*>();
        QTRY_VERIFY(picker->hasProbes());
        box(*picker, "Tides")->setChecked(true);
        form.hide();
        form.show();
        QTest::qWait(300); // waits for an answer that would replace the rows
        QVERIFY(box(*picker, "Tides")->isChecked());
        form.setFile("/tmp/some.candela");
        const auto plan = form.plan();
        QVERIFY(plan);
        QCOMPARE(textsOf(plan->probes), (QStringList{"cpu", "tides"}));
        QVERIFY(equivalentCommand(*plan).contains("--probe cpu --probe tides"));
    }
    void thePageShowsWhyNothingCanBeChosen() {
        ProbePicker picker;
        picker.setAnnouncement(announcementOf("too-new"), {"tides"});
        QVERIFY(picker.requests().empty());
        QVERIFY(picker.findChildren<QCheckBox*>().isEmpty());
    }
};

QTEST_MAIN(RecorderAnnouncementTest)
#include "recorder_announcement_test.moc"

#include <algorithm>
