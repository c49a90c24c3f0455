/// CPU time that the kernel counted, beside the sampled time, as the command line prints it.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "app/window/capture/capture_facts.h"
#include "model/formats/export_profile.h"
#include "model/profile/profile_builder.h"
#include "tests/app/commands/command_outcome.h"

#include <QTemporaryDir>

using namespace candela;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Samples and counts of "busy" agree. Samples lack a third of the CPU time of "sleeper", and all of that of
/// "brief".
Profile accounted() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    builder.setHasCpuAccount();
    builder.setRecorderUsage({});
    builder.origin().period = ms;
    builder.origin().cpus = 2;
    builder.origin().duration = 10'000 * ms;
    builder.origin().stolenTime = 70 * ms;
    const auto add = [&](const char* name, int pid, int samples, std::int64_t counted) {
        const auto process =
            builder.addProcess({.pid = pid, .parent = {}, .name = builder.string(name), .labels = {}});
        const auto thread = builder.addThread(
            {.process = process, .tid = pid, .name = builder.string(name), .labels = {}, .cpuTime = counted});
        for (int sample = 0; sample < samples; ++sample)
            builder.addSample(
                value, {.stack = {}, .weight = ms, .time = sample * ms, .thread = thread, .labels = {}});
    };
    // The parent of a recorded command, whose threads were not recorded.
    builder.addProcess({.pid = 9, .parent = {}, .name = builder.string("sh"), .labels = {}});
    add("busy", 10, 5000, 5010 * ms);
    add("sleeper", 11, 600, 900 * ms);
    add("brief", 12, 0, 200 * ms);
    return builder.build();
}

} // namespace

class AccountCommandsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString stored(Profile profile) {
        const auto path = m_folder.filePath("accounted.candela");
        Task task;
        const auto* format = *formatToWrite(path.toStdString());
        return storeProfile(std::move(profile), *format, path.toStdString(), task) ? path : QString();
    }

private slots:
    void onlyRecordedProcessesAreCounted() {
        const auto path = stored(accounted());
        const auto text = runCandela({"info", path}).output;
        QVERIFY2(text.contains("processes     3, threads 3\n"), text);
        QCOMPARE(runCandela({"info", path, "--format", "json"}).json()["processes"].toInteger(), 3);
    }
    void infoPrintsWhereSamplingAndTheKernelDisagree() {
        const auto text = runCandela({"info", stored(accounted())}).output;
        QVERIFY2(text.contains("CPU time      6.11 s were counted by the kernel, 5.60 s were sampled\n"),
                 text);
        QVERIFY2(text.contains("disagreement  sampling saw 600 ms of sleeper; the kernel counted 900 ms\n"),
                 text);
        QVERIFY2(text.contains("sampling saw 0 ns of brief; the kernel counted 200 ms\n"), text);
        QVERIFY(!text.contains("of busy"));
        QVERIFY2(text.contains("stolen        70 ms of CPU time was used by other virtual machines\n"), text);
        QVERIFY2(!text.contains("nothing"), text); // was lost

        const auto json = runCandela({"info", stored(accounted()), "--format", "json"}).json();
        QCOMPARE(json["stolen_ns"].toInteger(), 70 * ms);
        const auto account = json["cpu_account"].toObject();
        QCOMPARE(account["counted_ns"].toInteger(), 6110 * ms);
        QCOMPARE(account["sampled_ns"].toInteger(), 5600 * ms);
        QCOMPARE(account["disagreements"].toArray().size(), 2);
        const auto first = account["disagreements"].toArray()[0].toObject();
        QCOMPARE(first["name"].toString(), "sleeper");
        QCOMPARE(first["processes"].toInteger(), 1);
        QCOMPARE(first["sampled_ns"].toInteger(), 600 * ms);
        QCOMPARE(first["counted_ns"].toInteger(), 900 * ms);
    }

    void reportPutsTheCountBesideProcessesAndThreads() {
        const auto file = stored(accounted());
        for (const char* key : {"process", "thread"}) {
            const auto rows =
                runCandela({"report", file, "--by", key, "--format", "json"}).json()["rows"].toArray();
            QCOMPARE(rows.size(), 3);
            QCOMPARE(rows[1].toObject()["self"].toInteger(), 600 * ms);
            QCOMPARE(rows[1].toObject()["counted_ns"].toInteger(), 900 * ms);
            QCOMPARE(rows[2].toObject()["self"].toInteger(), 0); // "brief" has no sample
            QCOMPARE(rows[2].toObject()["counted_ns"].toInteger(), 200 * ms);
        }
        const auto text = runCandela({"report", file, "--by", "process"}).output;
        QVERIFY2(text.contains("counted"), text);
        QVERIFY2(text.contains("900 ms"), text);
        const auto csv = runCandela({"report", file, "--by", "process", "--format", "csv"}).output;
        QVERIFY2(csv.contains(",counted_ns\r\n") && csv.contains(",900000000\r\n"), csv);
    }

    void partsThatTheKernelDoesNotCountHaveNoCount() {
        const auto file = stored(accounted());
        QVERIFY(
            !runCandela({"report", file, "--by", "process", "--time", "0s..1s"}).output.contains(" counted"));
        QVERIFY(!runCandela({"report", file, "--by", "function"}).output.contains(" counted"));
        const auto one =
            runCandela({"report", file, "--by", "process", "--process", "sleeper", "--format", "json"});
        QCOMPARE(one.json()["rows"].toArray().size(), 1);
        QCOMPARE(one.json()["rows"].toArray()[0].toObject()["counted_ns"].toInteger(), 900 * ms);
    }

    void formatsThatCannotHoldItReportIt() {
        const auto to = m_folder.filePath("accounted.folded");
        const auto outcome = runCandela({"convert", stored(accounted()), to});
        QVERIFY2(outcome.errors.contains("CPU time as the kernel counted it"), outcome.errors);
    }

    void theWindowsDetailsShowTheSame() {
        const auto profile = accounted();
        QStringList texts;
        for (const auto& part : captureFacts(profile, completenessOf(profile))) {
            for (const auto& fact : part.facts)
                texts << fact.name + ": " + fact.value;
        }
        const auto all = texts.join('\n');
        QVERIFY2(texts.contains("Counted by the kernel: 6.11 s"), qPrintable(all));
        QVERIFY2(texts.contains("Disagreement: sampling saw 600 ms of sleeper; the kernel counted 900 ms"),
                 qPrintable(all));
        QVERIFY2(!texts.contains("Lost: nothing"), qPrintable(all));
    }
};

QTEST_GUILESS_MAIN(AccountCommandsTest)
#include "account_commands_test.moc"
