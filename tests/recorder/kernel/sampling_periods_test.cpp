/// The time between ticks of the CPU clock changes while programs run. What runs just after a change is
/// sampled like everything else.
#include "recorder/base/proc_files.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/cpu_time_source.h"
#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/sample_rings.h"
#include "recorder/kernel/sampling_periods.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"
#include "recorder/unwind/unwind_table_store.h"
#include "tests/recorder/recorder_program.h"
#include "tests/workloads/spin.h"

#include <QTest>

#include <mutex>
#include <optional>
#include <random>
#include <sched.h>
#include <thread>
#include <unistd.h>

using namespace candela;

SPIN_FUNCTION(spin_beside_ticks)

namespace {

constexpr const char* samplesByCycles = "this machine samples by cycles";
constexpr std::uint32_t frequency = 400;
constexpr std::int64_t period = 1'000'000'000 / frequency;

/// The processors that this process may use, of which containers may have few.
std::vector<std::uint32_t> usableProcessors() {
    cpu_set_t usable;
    CPU_ZERO(&usable);
    ::sched_getaffinity(0, sizeof usable, &usable);
    auto processors = onlineProcessors();
    std::erase_if(processors, [&](std::uint32_t processor) { return !CPU_ISSET(processor, &usable); });
    return processors;
}

/// Samples the thread that uses it, on one processor, where that stays.
class SampledThread {
public:
    Result<void> begin(std::uint32_t processor) {
        m_processor = processor;
        cpu_set_t processors;
        CPU_ZERO(&processors);
        CPU_SET(m_processor, &processors);
        if (::sched_setaffinity(0, sizeof processors, &processors) != 0)
            return failure("the thread can't be bound to a processor", ErrorCode::NotPossible);
        m_opener = TRY(EventOpener::create());
        m_scope = TRY(Scope::create(true, std::nullopt));
        m_rings = TRY(SampleRings::create(frequency, [this](const SampleRecord& sample) {
            if (sample.event.tid == static_cast<std::uint32_t>(::gettid()))
                m_samples.emplace_back(sample.event.time, sample.event.weight);
        }));
        m_periods = TRY(SamplingPeriods::create(frequency, maximumKernelFrequency()));
        m_cpuTimes = TRY(CpuTimeSource::create());
        m_unwind = TRY(UnwindTableStore::create([](const auto&) {}, {}));
        m_probe = createCpuProbe();
        KernelTypes types;
        ProbeOptions options;
        options.source = m_opener->source();
        options.rings = m_rings.get();
        options.scope = &*m_scope;
        options.unwind = m_unwind.get();
        options.cpuTimes = m_cpuTimes.get();
        options.types = &types;
        options.periods = m_periods.get();
        options.frequency = frequency;
        TRY(m_probe->load(options));
        TRY(m_rings->addProcessor(m_processor));
        m_event.emplace(TRY(ProcessorEvent::open(m_processor, *m_opener, frequency)));
        m_attachment.emplace(TRY(m_probe->attach({&*m_event, m_opener.get()})));
        m_periods->begin(*m_event);
        return {};
    }

    TickSource source() const { return m_opener->source(); }
    /// Every second step begins a change, the first one too. Returns the time until the next step; nothing if
    /// no change is needed.
    std::optional<std::int64_t> varyPeriod() {
        const ProcessorEvent* event = &*m_event;
        const auto time = m_periods->vary({&event, 1});
        return time ? std::optional(time->count()) : std::nullopt;
    }
    /// The weights of this thread's samples since the last call.
    std::int64_t takeWeight() {
        m_samples.clear();
        m_rings->drain();
        std::int64_t sum = 0;
        for (const auto& [time, weight] : m_samples)
            sum += static_cast<std::int64_t>(weight);
        return sum;
    }

private:
    std::uint32_t m_processor = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_samples; // times and weights
    std::unique_ptr<EventOpener> m_opener;
    std::optional<Scope> m_scope;
    std::unique_ptr<SampleRings> m_rings;
    std::unique_ptr<SamplingPeriods> m_periods;
    std::unique_ptr<CpuTimeSource> m_cpuTimes;
    std::unique_ptr<UnwindTableStore> m_unwind;
    std::unique_ptr<Probe> m_probe;
    std::optional<ProcessorEvent> m_event;
    std::optional<Attachment> m_attachment;
};

/// What a thread used just after changes, and what its samples weigh.
struct JustAfterChanges {
    QByteArray problem; // why there is nothing
    std::int64_t used = 0;
    std::int64_t sampled = 0;
};

/// Works for that long. Returns the CPU time that it used.
std::int64_t workFor(std::int64_t duration) {
    const auto end = workload::wallTime() + duration;
    const auto before = workload::threadTime();
    while (workload::wallTime() < end)
        spin_beside_ticks(1000);
    return workload::threadTime() - before;
}

/// Samples this thread just after changes until it has used so much time there.
JustAfterChanges sampleJustAfterChanges(SampledThread& thread, std::int64_t enough) {
    constexpr auto justAfter = period * 6 / 10; // shorter than each first period
    JustAfterChanges found;
    std::minstd_rand random(static_cast<std::uint32_t>(workload::wallTime()));
    // The next change is due after 14 ticks, before the recorder looks for it. Random and long, so that it is
    // not in step with them: a change that is made as soon as it is due is just after a tick.
    std::uniform_int_distribution<std::int64_t> untilChange(13 * period, 17 * period);
    while (found.used < enough) {
        workFor(untilChange(random));
        thread.takeWeight();
        const auto untilNext = thread.varyPeriod();
        if (!untilNext) continue; // not busy for long enough
        found.used += workFor(justAfter);
        found.sampled += thread.takeWeight();
        workFor(*untilNext - justAfter);
        if (!thread.varyPeriod()) { // the second step
            found.problem = "a change has no second step";
            break;
        }
    }
    return found;
}

} // namespace

class SamplingPeriodsTest : public QObject {
    Q_OBJECT
private slots:
    void howMuchActivityMakesAChange_data() {
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("passed");
        QTest::addColumn<double>("ofChange");
        QTest::addColumn<bool>("isDue");
        const auto row = [](const char* name, double active, double passed, double ofChange, bool isDue) {
            QTest::newRow(name) << active << passed << ofChange << isDue;
        };
        row("busy, not for long", 3, 3, 10, false);
        row("busy", 4, 4, 10, true);
        row("before a quarter of the ticks", 4, 16, 10, true);
        row("before fewer", 4, 17, 10, false);
        row("before few, for long", 31, 1000, 10, false);
        row("before few, for longer", 32, 1000, 10, true);
        row("400 Hz, before few", 63, 1000, 40, false);
        row("400 Hz, before few for long", 64, 1000, 40, true);
        row("997 Hz, busy, not for long", 87, 87, 250, false);
        row("997 Hz, busy", 88, 88, 250, true);
        row("997 Hz, before few", 87, 10'000, 250, false); // no fewer than on a busy processor
        row("997 Hz, before few for long", 88, 10'000, 250, true);
        row("idle", 0, 1'000'000, 10, false);
    }
    void howMuchActivityMakesAChange() {
        QFETCH(double, active);
        QFETCH(double, passed);
        QFETCH(double, ofChange);
        QTEST(SamplingPeriods::isChangeDue(active, passed, ofChange), "isDue");
    }

    void changesAreRarerAtHighFrequencies() {
        constexpr std::uint64_t millisecond = 1'000'000;
        QCOMPARE(SamplingPeriods::meanTimeOfChange(10), 1000 * millisecond);
        QCOMPARE(SamplingPeriods::meanTimeOfChange(499), 100 * millisecond);
        QCOMPARE(SamplingPeriods::meanTimeOfChange(500), 250 * millisecond);
        QCOMPARE(SamplingPeriods::meanTimeOfChange(4000), 250 * millisecond);
    }

    void whatRunsJustAfterAChangeIsSampled() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        // Half of such a time has a tick by chance: the sum of weights has a standard deviation of 7 %, so
        // chance fails the test in one of 1,000,000 runs.
        constexpr int times = 160;
        const auto processors = usableProcessors();
        std::vector<JustAfterChanges> found(processors.size());
        std::vector<std::thread> threads;
        std::mutex oneAfterTheOther; // libbpf's settings are those of the process
        for (std::size_t index = 0; index < processors.size(); ++index) {
            threads.emplace_back([&, index] {
                SampledThread thread;
                std::unique_lock lock(oneAfterTheOther);
                const auto begun = thread.begin(processors[index]);
                lock.unlock();
                if (!begun)
                    found[index].problem = begun.error().message.c_str();
                else if (thread.source() != TickSource::CpuClock)
                    found[index].problem = samplesByCycles;
                else
                    found[index] = sampleJustAfterChanges(
                        thread, times * period * 6 / 10 / static_cast<std::int64_t>(processors.size()));
            });
        }
        for (auto& thread : threads)
            thread.join();
        std::int64_t used = 0;
        std::int64_t sampled = 0;
        for (const auto& ofProcessor : found) {
            if (ofProcessor.problem == samplesByCycles) QSKIP(samplesByCycles);
            QVERIFY2(ofProcessor.problem.isEmpty(), ofProcessor.problem.constData());
            used += ofProcessor.used;
            sampled += ofProcessor.sampled;
        }
        QVERIFY2(sampled > used * 65 / 100, qPrintable(QString("%1 of %2").arg(sampled).arg(used)));
        QVERIFY2(sampled < used * 135 / 100, qPrintable(QString("%1 of %2").arg(sampled).arg(used)));
    }

    void onlyAProcessorThatWasBusyGetsAnotherPeriod() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        SampledThread thread;
        const auto begun = thread.begin(usableProcessors().front());
        QVERIFY2(begun, begun ? "" : begun.error().message.c_str());
        if (thread.source() != TickSource::CpuClock) QSKIP(samplesByCycles);
        constexpr int periodsOfWork = 50; // more than a change needs
        bool wasKept = false;
        // Other programs may use the processor, so one try of many is enough.
        for (int i = 0; i < 50 && !wasKept; ++i) {
            workFor(periodsOfWork * period);
            QVERIFY(thread.varyPeriod());
            workFor(periodsOfWork * period);
            QVERIFY(thread.varyPeriod()); // the second step of the change
            QVERIFY(thread.varyPeriod());
            QVERIFY(thread.varyPeriod());
            wasKept = !thread.varyPeriod();
            if (!wasKept) thread.varyPeriod(); // the second step of a change that the next try must not see
        }
        QVERIFY(wasKept);
    }
};

QTEST_GUILESS_MAIN(SamplingPeriodsTest)
#include "sampling_periods_test.moc"
