/// Page faults of a program that counts its own.
#include <QTest>

#include "tests/recorder/recorded_program.h"
#include "tests/recorder/sample_rows.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace candela;

namespace {

/// The program and a file on a disk, which it reads.
QStringList faultingProgram() {
    return {workloads + "page_faults", PROGRAMS "/page_faults_test.data"};
}

std::int64_t weightOf(const std::vector<SampleRow>& rows, const std::string& function) {
    std::int64_t sum = 0;
    for (const auto& row : rows) {
        if (row.innermost() == function) sum += row.weight;
    }
    return sum;
}

/// The label that most of a function's faults have.
QString labelOf(const std::vector<SampleRow>& rows, const std::string& function, const std::string& key) {
    std::map<std::string, std::int64_t> weights;
    for (const auto& row : rows) {
        if (row.innermost() == function) weights[row.label(key)] += row.weight;
    }
    const auto most = std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; });
    return most == weights.end() ? "no sample" : QString::fromStdString(most->first);
}

double countOf(const QJsonObject& truth, const QString& function, const QString& kind) {
    for (const auto& entry : truth["functions"].toArray()) {
        if (entry.toObject()["name"].toString() == function) return entry.toObject()[kind].toDouble();
    }
    return -1;
}

/// Records until the program's end; `probes` as a client requests them.
Profile recordFaults(const std::vector<ProbeRequest>& probes, QJsonObject& truth) {
    HeldProgram held(faultingProgram());
    return recordToEnd(held, truth, probes);
}

} // namespace

class FaultsRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void eachFaultIsSampledOnce_data() {
        QTest::addColumn<bool>("isWithCpu");
        QTest::newRow("alone") << false;
        QTest::newRow("with cpu") << true;
    }
    void eachFaultIsSampledOnce() {
        QFETCH(bool, isWithCpu);
        std::vector<ProbeRequest> probes{{"faults", {}}};
        if (isWithCpu) probes.push_back({"cpu", {}});
        QJsonObject truth;
        const auto profile = recordFaults(probes, truth);
        QCOMPARE(QString::fromStdString(check(profile)), "");
        // If the recorder is late, samples that do not fit into a ring are lost and counted. A ring has room
        // for some 3,000 of the 9,000.
        double lost = 0;
        for (const auto& loss : profile.losses)
            lost += static_cast<double>(loss.count);
        QVERIFY2(lost < 6000, qPrintable(QString::number(lost)));
        QCOMPARE(profile.samples.size(), isWithCpu ? 3 : 2);
        QCOMPARE(profile.text(profile.samples[profile.defaultValue.row()].type.name), "minor-faults");
        const auto* minor = tableOf(profile, "minor-faults");
        const auto* major = tableOf(profile, "major-faults");
        QVERIFY(minor && major);
        QVERIFY(minor->kind == ValueKind::Count && profile.text(minor->type.unit) == "count");
        const auto minorRows = rowsOf(profile, *minor);
        const auto majorRows = rowsOf(profile, *major);
        for (const auto* function :
             {"touch_anonymous", "touch_heap", "touch_shared", "touch_stack", "read_file"}) {
            const auto isNear = [&](const std::vector<SampleRow>& rows, const char* kind) {
                const auto expected = countOf(truth, function, kind);
                const auto found = static_cast<double>(weightOf(rows, function));
                // Counting may cause faults itself, on either side.
                const auto tolerance = std::max(4.0, 0.02 * expected);
                const bool isSame = found <= expected + tolerance && found + lost >= expected - tolerance;
                if (!isSame) qWarning("%s: %g of %g %s faults", function, found, expected, kind);
                return isSame;
            };
            QVERIFY(isNear(minorRows, "minor"));
            QVERIFY(isNear(majorRows, "major"));
        }
        QVERIFY(countOf(truth, "touch_anonymous", "minor") >= 5000);
        QVERIFY2(countOf(truth, "read_file", "major") >= 400, "the build folder must be on a disk");
    }

    void aFaultStatesWhatMemoryItIsIn() {
        // With one in five, all samples fit into a ring, even if the recorder does not run meanwhile: else
        // the samples of a whole function may be lost.
        QJsonObject truth;
        const auto profile = recordFaults({{"faults", {{"period", 5}}}}, truth);
        const auto minor = rowsOf(profile, *tableOf(profile, "minor-faults"));
        const auto major = rowsOf(profile, *tableOf(profile, "major-faults"));
        QCOMPARE(labelOf(minor, "touch_anonymous", "memory"), "anonymous");
        QCOMPARE(labelOf(minor, "touch_anonymous", "mapping"), "");
        QCOMPARE(labelOf(minor, "touch_heap", "memory"), "heap");
        QCOMPARE(labelOf(minor, "touch_stack", "memory"), "stack");
        QCOMPARE(labelOf(minor, "touch_shared", "memory"), "shared memory");
        QCOMPARE(labelOf(minor, "touch_shared", "mapping"), "memfd:shared-by-faults");
        QCOMPARE(labelOf(major, "read_file", "memory"), "file");
        QCOMPARE(labelOf(major, "read_file", "mapping"), "page_faults_test.data");
    }

    void oneInManyStandsForAll() {
        QJsonObject truth;
        const auto profile = recordFaults({{"faults", {{"period", 10}}}}, truth);
        const auto& table = *tableOf(profile, "minor-faults");
        QVERIFY(std::ranges::all_of(table.weight, [](std::int64_t weight) { return weight == 10; }));
        // Other programs' faults on these CPUs count too: it is random which fault is the tenth.
        const auto expected = countOf(truth, "touch_anonymous", "minor");
        const auto found = static_cast<double>(weightOf(rowsOf(profile, table), "touch_anonymous"));
        QVERIFY2(std::abs(found - expected) < 0.1 * expected, qPrintable(QString::number(found)));
    }

    void theRecorderLeavesItsOwnFaultsOut() {
        RecorderProgram recorder;
        recorder.start({{"faults", {}}});
        recorder.waitForSegments(1);
        HeldProgram held(faultingProgram());
        held.go();
        readToEnd(recorder, held);
        recorder.stop();
        const auto profile = recorder.finish();
        std::size_t ofProgram = 0;
        for (const auto& table : profile.samples) {
            for (std::size_t row = 0; row < table.size(); ++row) {
                const auto process = profile.threads[table.threadAt(row).row()].process;
                const auto pid = profile.processes[process.row()].pid;
                QVERIFY(pid != recorder.pid());
                ofProgram += pid == held.pid();
            }
        }
        QVERIFY(ofProgram > 1000);
    }

    void whatAProbeCostIsReportedByProbe() {
        QJsonObject truth;
        HeldProgram held(faultingProgram());
        RecorderProgram recorder;
        recorder.start({{"cpu", {}}, {"faults", {}}}, {held.pid()});
        recorder.waitForSegments(1);
        held.go();
        readToEnd(recorder, held);
        recorder.stop();
        recorder.finish();
        const auto& costs = recorder.reader().progress().costOfProbes;
        const auto of = [&](std::string_view name) {
            const auto found = std::ranges::find(costs, name, &CostOfProbe::name);
            return found == costs.end() ? CostOfProbe() : *found;
        };
        QVERIFY(of("faults").runCount >= 8000);
        QVERIFY(of("faults").runTime > 0);
        QVERIFY(of("cpu").runCount > 0);
        QVERIFY(of("processes").runCount > 0);
    }
};

QTEST_GUILESS_MAIN(FaultsRecordingTest)
#include "faults_recording_test.moc"
