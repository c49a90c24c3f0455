/// Real recordings of a program with known true values, and of the whole machine.
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace candela;

namespace {

constexpr std::uint32_t sharesFrequency = 1997;

/// Of the weights of all samples: the variance of their sum if it is chance which samples are in it.
double sumOfSquares(const Profile& profile) {
    double sum = 0;
    for (const auto weight : profile.samples.front().weight)
        sum += static_cast<double>(weight) * static_cast<double>(weight);
    return sum;
}

} // namespace

class RecordingTest : public QObject {
    Q_OBJECT

    Profile m_machine; // a recording of the whole machine
    RecordingProgress m_progress;

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        RecorderProgram recorder({"--stdio", "-a", "-d", "1", "-F", QString::number(sharesFrequency)});
        m_machine = recorder.finish();
        m_progress = recorder.reader().progress();
    }

    void aWorkloadsSharesAreTrue() {
        // As many samples as in 5 s with 997 Hz.
        HeldProgram program({workloads + "shares", "2.5"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, sharesFrequency);
        QCOMPARE(QString::fromStdString(check(profile)), "");
        QVERIFY(profile.losses.empty());
        QVERIFY2(unexpectedWarnings(profile).empty(), unexpectedWarnings(profile).c_str());
        const auto weights = selfWeights(profile, isAny);
        const double total = static_cast<double>(sumOf(weights));
        QVERIFY(total > 0);
        const double trueTotal = truth["cpu_ns"].toDouble();
        for (const auto& function : truth["functions"].toArray()) {
            const auto name = function.toObject()["name"].toString();
            if (!function.toObject().contains("self_ns")) continue;
            const double trueShare = function.toObject()["self_ns"].toDouble() / trueTotal;
            const auto found = weights.find(name.toStdString());
            QVERIFY2(found != weights.end(), qPrintable(name));
            const double share = static_cast<double>(found->second) / total;
            // 4.5 standard errors, 0.022 for the largest share in 10,000 samples: one recording in 30,000 is
            // farther off in one of the five. And 0.003, because some time is in none of the functions.
            const auto tolerance =
                4.5 * std::sqrt(trueShare * (1 - trueShare) * sumOfSquares(profile)) / total + 0.003;
            QVERIFY2(std::abs(share - trueShare) < tolerance,
                     qPrintable(QString("%1: %2 instead of %3").arg(name).arg(share).arg(trueShare)));
        }
        // CPU time, not only its shares: each sample represents a period of the machine's time.
        QVERIFY(isSampled(total, trueTotal, sharesFrequency, 0.05, profile));
    }

    void timeThatIsNotSampledIsIdle() {
        const double sampled = static_cast<double>(sumOf(selfWeights(m_machine, isAny)));
        const double all = static_cast<double>(m_machine.origin.duration) * m_machine.origin.cpus;
        const double accounted = (sampled + static_cast<double>(m_machine.origin.idleTime)) / all;
        // A virtual machine's processors may be taken away, but the account can't exceed all of their time.
        QVERIFY2(accounted > 0.5 && accounted < 1.1, qPrintable(QString::number(accounted)));
    }

    void theRecorderReportsItsOwnCost() {
        QVERIFY(m_machine.hasRecorderUsage);
        QVERIFY(m_machine.recorder.cpuTime > 0);
        QVERIFY(m_machine.recorder.peakMemory > 1 << 20);
        QVERIFY(m_machine.recorder.bpfRunCount > 0);
        QVERIFY(m_machine.recorder.bpfRunTime > 0);
        QVERIFY(!m_progress.tables.empty());
        QVERIFY(m_progress.hasEnded);
    }
};

QTEST_GUILESS_MAIN(RecordingTest)
#include "recording_test.moc"
