/// Real recordings of busy processors: the time between samples, and their weights.
#include "model/base/file.h"
#include "tests/recorder/busy_machine.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

/// Samples of one processor in the order of time: times and weights.
struct ProcessorSamples {
    std::vector<std::pair<std::int64_t, std::int64_t>> rows;
};
std::map<std::int32_t, ProcessorSamples> byProcessor(const Profile& profile) {
    std::map<std::int32_t, ProcessorSamples> processors;
    const auto& table = profile.samples.front();
    for (std::size_t row = 0; row < table.size(); ++row)
        processors[table.cpuAt(row)].rows.emplace_back(table.timeAt(row), table.weight[row]);
    for (auto& [cpu, samples] : processors)
        std::sort(samples.rows.begin(), samples.rows.end());
    return processors;
}

} // namespace

class SamplingTimesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void theTimeBetweenSamplesVaries() {
        const BusyMachine busy;
        RecorderProgram recorder({"--stdio", "-a", "-d", "3", "-F", "499"});
        const auto profile = recorder.finish();
        constexpr double mean = 1e9 / 499;
        std::vector<double> distances;
        for (const auto& [cpu, samples] : byProcessor(profile)) {
            for (std::size_t row = 1; row < samples.rows.size(); ++row)
                distances.push_back(
                    static_cast<double>(samples.rows[row].first - samples.rows[row - 1].first) / mean);
        }
        QVERIFY(distances.size() > 500);
        const auto shareWithin = [&](double from, double to) {
            const auto count = std::ranges::count_if(
                distances, [&](double distance) { return distance >= from && distance < to; });
            return static_cast<double>(count) / static_cast<double>(distances.size());
        };
        // Frequencies are evenly distributed from three to five quarters of the mean, so each of these ranges
        // has about a third.
        QVERIFY2(shareWithin(0.75, 0.9) > 0.1, qPrintable(QString::number(shareWithin(0.75, 0.9))));
        QVERIFY2(shareWithin(0.9, 1.1) > 0.1, qPrintable(QString::number(shareWithin(0.9, 1.1))));
        QVERIFY2(shareWithin(1.1, 1.4) > 0.1, qPrintable(QString::number(shareWithin(1.1, 1.4))));
    }

    void samplesOfABusyProcessorWeighTheTimeThatPasses() {
        const BusyMachine busy;
        RecorderProgram recorder({"--stdio", "-a", "-d", "2", "-F", "997"});
        const auto profile = recorder.finish();
        const auto processors = byProcessor(profile);
        QVERIFY(!processors.empty());
        for (const auto& [cpu, samples] : processors) {
            QVERIFY(samples.rows.size() > 1000);
            // The first sample represents the time before it.
            std::int64_t weight = -samples.rows.front().second;
            for (const auto& row : samples.rows)
                weight += row.second;
            const auto passed = samples.rows.back().first - samples.rows.front().first;
            // The scheduler may leave a processor idle for a moment, although there are programs for it. What
            // the host stole has no weight if the kernel knows of it.
            const auto unused = profile.origin.idleTime + profile.origin.stolenTime;
            QVERIFY2(weight < passed * 101 / 100 && weight + unused > passed * 99 / 100,
                     qPrintable(QString("%1 of %2, unused %3").arg(weight).arg(passed).arg(unused)));
        }
    }

    /// This also holds if the processors are idle in between.
    void aProgramThatWaitsWeighsWhatItUsed() {
        constexpr std::uint32_t frequency = 1997; // as many samples as in 4 s with 997 Hz
        HeldProgram program({workloads + "fork_server", "2"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, frequency);
        const auto weights = selfWeights(profile, isAny);
        for (const auto* name : {"accept_request", "handle_request"}) {
            QVERIFY2(weights.contains(name), name);
            QVERIFY(isSampled(static_cast<double>(weights.at(name)), selfOf(truth, name), frequency, 0.05,
                              profile));
        }
    }
};

QTEST_GUILESS_MAIN(SamplingTimesTest)
#include "sampling_times_test.moc"
