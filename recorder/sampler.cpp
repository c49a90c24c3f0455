#include "recorder/sampler.h"

#include "recorder/proc_files.h"
#include "recorder/processors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

ProbeValues valuesOf(const ProbeEntry& probe, TickSource source) {
    const std::string name(probe.name);
    if (source == TickSource::HardwareCycles) return {name, "cycles", "cycles"};
    return {name, "cpu", "nanoseconds"};
}

} // namespace

Result<std::unique_ptr<Sampler>> Sampler::load(const RecordingOptions& options, EventLoop& loop,
                                               std::unique_ptr<EventOpener> opener,
                                               const UnwindTableStore& unwind, SampleCallback onSample,
                                               std::function<void()> onFull) {
    std::unique_ptr<Sampler> sampler(new Sampler(loop, std::move(opener), std::move(onFull)));
    sampler->m_frequency = options.frequency;
    const auto limit = maximumKernelFrequency();
    if (limit > 0 && options.frequency > limit) sampler->m_frequency = limit;
    sampler->m_pids = options.pids;
    sampler->m_scope = TRY(Scope::create(options.isWholeMachine, options.onlyUser));
    sampler->m_rings = TRY(SampleRings::create(sampler->m_frequency, std::move(onSample)));
    sampler->m_periods = TRY(SamplingPeriods::create(sampler->m_frequency, limit));
    sampler->m_cpuTimes = TRY(CpuTimeSource::create());
    TRY(sampler->loadProbes(options, unwind));
    return sampler;
}

Sampler::~Sampler() {
    stop();
    stopCounting();
    for (auto& processor : m_processors)
        stopProcessor(processor);
    if (m_ringsAreWatched) m_loop.remove(m_rings->descriptor());
    if (m_periodTimer.isOpen()) m_loop.remove(m_periodTimer.get());
}

Result<void> Sampler::loadProbes(const RecordingOptions& options, const UnwindTableStore& unwind) {
    for (const auto& name : options.probes) {
        const auto isMeant = [&](const ProbeEntry& entry) {
            return entry.use == ProbeUse::WhenAsked && entry.name == name;
        };
        if (std::none_of(allProbes().begin(), allProbes().end(), isMeant))
            return failure(fmt::format("there is no probe \"{}\"", name), ErrorCode::Usage);
    }
    for (const auto& entry : allProbes()) {
        if (entry.use == ProbeUse::WhenAsked) m_values.push_back(valuesOf(entry, source()));
        if (!isUsed(entry, options)) continue;
        auto probe = entry.create();
        const auto loaded = probe->load(
            {source(), m_rings.get(), &*m_scope, &unwind, m_cpuTimes.get(), m_periods.get(), m_frequency});
        if (!loaded && entry.use == ProbeUse::WherePossible) {
            m_accountProblem = loaded.error();
            continue;
        }
        TRY(std::move(loaded));
        m_probes.push_back({&entry, std::move(probe), {}});
    }
    return {};
}

bool Sampler::isUsed(const ProbeEntry& entry, const RecordingOptions& options) const {
    switch (entry.use) {
    case ProbeUse::WhenAsked:
        return std::ranges::find(options.probes, entry.name) != options.probes.end();
    case ProbeUse::ForProcessScopes:
        return !options.isWholeMachine;
    case ProbeUse::WherePossible:
        return true;
    }
    return false;
}

Result<void> Sampler::start() {
    for (auto& [entry, probe, attachments] : m_probes) {
        if (entry->targets != ProbeTargets::Kernel) continue;
        auto attached = probe->attach({});
        if (!attached && entry->use == ProbeUse::WherePossible) {
            m_cpuTimes->close();
            m_accountProblem = attached.error();
            continue;
        }
        attachments.push_back(TRY(std::move(attached)));
    }
    TRY(m_scope->add(m_pids));
    const auto online = onlineProcessors();
    if (online.empty()) return failure("the system does not tell its processors", ErrorCode::NotPossible);
    // Rings for those that may come later, too: making them needs a right that is gone by then.
    for (const auto number : presentProcessors())
        TRY(m_rings->addProcessor(number));
    for (const auto number : online)
        TRY(startProcessor(number));
    m_followedAt = monotonicTime();
    TRY(m_loop.add(m_rings->descriptor(), EPOLLIN, [this](std::uint32_t) { m_onFull(); }));
    m_ringsAreWatched = true;
    return source() == TickSource::CpuClock ? varyPeriods() : Result<void>();
}

/// From now on, again and again.
Result<void> Sampler::varyPeriods() {
    m_periodTimer = FileDescriptor(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (!m_periodTimer.isOpen())
        return failure("a timer can't be made: " + systemErrorText(errno), ErrorCode::NotPossible);
    TRY(m_loop.add(m_periodTimer.get(), EPOLLIN, [this](std::uint32_t) {
        std::uint64_t expirations = 0;
        if (::read(m_periodTimer.get(), &expirations, sizeof expirations) < 0) return;
        for (const auto& processor : m_processors)
            m_periods->vary(*processor.event);
        setPeriodTimer();
    }));
    setPeriodTimer();
    return {};
}

void Sampler::setPeriodTimer() {
    const auto time = m_periods->nextChange(m_processors.size()).count();
    itimerspec timer{};
    timer.it_value.tv_sec = time / 1'000'000'000;
    timer.it_value.tv_nsec = time % 1'000'000'000;
    ::timerfd_settime(m_periodTimer.get(), 0, &timer, nullptr);
}

Result<void> Sampler::startProcessor(std::uint32_t number) {
    TRY(m_rings->addProcessor(number));
    Processor processor;
    processor.event =
        std::make_unique<ProcessorEvent>(TRY(ProcessorEvent::open(number, *m_opener, m_frequency)));
    for (auto& [entry, probe, attachments] : m_probes) {
        if (entry->targets == ProbeTargets::EachProcessor)
            processor.attachments.push_back(TRY(probe->attach({processor.event.get()})));
    }
    TRY(m_loop.add(processor.event->descriptor(), EPOLLIN, [this](std::uint32_t) { m_onFull(); }));
    if (source() == TickSource::CpuClock) m_periods->vary(*processor.event);
    missedTime(processor); // from now on
    m_processors.push_back(std::move(processor));
    return {};
}

void Sampler::stopProcessor(Processor& processor) {
    processor.attachments.clear();
    if (!processor.event) return;
    processor.event->read(m_leftovers);
    m_loop.remove(processor.event->descriptor());
    processor.event.reset();
}

void Sampler::stop() {
    for (auto& processor : m_processors)
        processor.attachments.clear();
    for (auto& probe : m_probes) {
        if (probe.entry->use != ProbeUse::WherePossible) probe.attachments.clear();
    }
    if (!m_periodTimer.isOpen()) return;
    m_loop.remove(m_periodTimer.get());
    m_periodTimer.reset();
}

void Sampler::stopCounting() {
    for (auto& probe : m_probes)
        probe.attachments.clear();
}

void Sampler::takeEvents(std::vector<SidebandEvent>& events) {
    events.insert(events.end(), std::make_move_iterator(m_leftovers.begin()),
                  std::make_move_iterator(m_leftovers.end()));
    m_leftovers.clear();
    for (auto& processor : m_processors)
        processor.event->read(events);
}

/// How long its event did not count since the last look. That of a processor that went away stands still for
/// good, even when the processor comes back.
std::int64_t Sampler::missedTime(Processor& processor) {
    // A busy processor lets us wait for its answer: no more has passed than from one answer to this question.
    const auto passed = monotonicTime() - processor.lookedAt;
    const auto timeEnabled = processor.event->timeEnabled();
    processor.lookedAt = monotonicTime();
    const auto counted = timeEnabled - std::exchange(processor.timeEnabled, timeEnabled);
    return passed - static_cast<std::int64_t>(counted);
}

Sampler::ProcessorLook Sampler::followProcessors() {
    ProcessorLook look;
    const auto online = onlineProcessors();
    if (online.empty()) return look;
    const auto sinceLastLook = monotonicTime() - m_followedAt;
    std::erase_if(m_processors, [&](Processor& processor) {
        constexpr std::int64_t noticeable = 20'000'000; // clocks differ by less than 1 ms in a second
        const bool isOnline = std::ranges::find(online, processor.event->processor()) != online.end();
        if (missedTime(processor) < noticeable && isOnline) return false;
        stopProcessor(processor);
        return true;
    });
    for (const auto number : online) {
        const auto isIt = [number](const auto& entry) { return entry.event->processor() == number; };
        if (std::ranges::any_of(m_processors, isIt)) continue;
        if (startProcessor(number))
            look.missed.push_back({number, sinceLastLook});
        else
            look.isComplete = false;
    }
    // Of one that could not be started, the time goes on.
    if (look.isComplete) m_followedAt = monotonicTime();
    return look;
}

ProbeCost Sampler::cost() const {
    ProbeCost sum;
    for (const auto& [entry, probe, attachments] : m_probes) {
        const auto cost = probe->cost();
        sum.runTime += cost.runTime;
        sum.runCount += cost.runCount;
    }
    return sum;
}

void Sampler::countLosses(LossLedger& losses) const {
    for (const auto& [reason, count] : m_scope->losses())
        losses.setTotal(reason, count);
    losses.setTotal("sample not understood", m_rings->misshapen());
}

} // namespace candela
