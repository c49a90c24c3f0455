#include "recorder/segments/sampler.h"

#include "model/base/text/model_text.h"
#include "recorder/base/clock.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/kernel_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utility>

namespace candela {

Result<std::unique_ptr<Sampler>> Sampler::load(const RecordingOptions& options, EventLoop& loop,
                                               std::unique_ptr<EventOpener> opener,
                                               const UnwindTableStore& unwind, SampleCallback onSample,
                                               std::function<void()> onFull) {
    std::unique_ptr<Sampler> sampler(new Sampler(loop, std::move(opener), std::move(onFull)));
    sampler->m_frequency = options.frequency;
    const auto limit = maximumKernelFrequency();
    if (limit > 0 && options.frequency > limit) sampler->m_frequency = limit;
    sampler->m_pids = options.pids;
    sampler->m_requests = options.probes;
    if (sampler->m_requests.empty())
        sampler->m_requests.push_back(
            {std::string(allProbes().front().describe(sampler->source()).name), {}});
    sampler->m_scope = TRY(Scope::create(options.isWholeMachine, options.onlyUser));
    sampler->m_rings = TRY(SampleRings::create(sampler->expectedSamples(), std::move(onSample)));
    sampler->m_periods = TRY(SamplingPeriods::create(sampler->m_frequency, limit));
    sampler->m_cpuTimes = TRY(CpuTimeSource::create());
    TRY(sampler->loadProbes(unwind));
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

const ProbeEntry& Sampler::entryOf(const ProbeRequest& request, TickSource source) {
    return *std::ranges::find_if(allProbes(), [&](const ProbeEntry& entry) {
        return entry.use == ProbeUse::WhenAsked && entry.describe(source).name == request.probe;
    });
}

/// How many samples to expect in one second on each processor. Events arrive in bursts.
std::uint32_t Sampler::expectedSamples() const {
    constexpr std::uint32_t typicalEvents = 3'000;
    const bool hasEvents = std::ranges::any_of(m_requests, [&](const ProbeRequest& request) {
        return entryOf(request, source()).targets != ProbeTargets::Ticks;
    });
    return hasEvents ? std::max(m_frequency, typicalEvents) : m_frequency;
}

/// Loads the requested probes in their order, because the default value of the first is the recording's.
Result<void> Sampler::loadProbes(const UnwindTableStore& unwind) {
    KernelTypes types;
    for (const auto& request : m_requests)
        TRY(loadProbe(entryOf(request, source()), request, unwind, types));
    for (const auto& entry : allProbes()) {
        if (entry.use != ProbeUse::WhenAsked && isUsed(entry)) TRY(loadProbe(entry, {}, unwind, types));
    }
    return {};
}

Result<void> Sampler::loadProbe(const ProbeEntry& entry, const ProbeRequest& request,
                                const UnwindTableStore& unwind, KernelTypes& types) {
    const auto description = entry.describe(source());
    const auto firstValue = static_cast<std::uint16_t>(m_values.size());
    const ProbeOptions options{source(), request,          firstValue, m_rings.get(),   &*m_scope,
                               &unwind,  m_cpuTimes.get(), &types,     m_periods.get(), m_frequency};
    auto probe = entry.create();
    auto loaded = probe->load(options);
    if (!loaded && types.leaveToLibbpf()) {
        probe = entry.create();
        loaded = probe->load(options);
    }
    if (!loaded && entry.use == ProbeUse::WherePossible) {
        m_accountProblem = loaded.error();
        return {};
    }
    TRY(std::move(loaded));
    addValues(description, request);
    m_probes.push_back({&entry, description.name, std::move(probe), {}});
    return {};
}

void Sampler::addValues(const ProbeDescription& probe, const ProbeRequest& request) {
    const bool isFirst = m_values.empty();
    for (const auto& value : probe.values) {
        if (!value.option.empty() && numberOf(probe, request, value.option) == 0) continue;
        m_values.push_back({probe.name, value, probe.labels, isFirst && value.isDefault});
    }
    // Loss counters are kernel memory that is allocated before the values are known (bpf/events.h).
    assert(m_values.size() <= maximum_values);
}

bool Sampler::isUsed(const ProbeEntry& entry) const {
    if (entry.use == ProbeUse::ForProcessScopes) return !m_scope->isWholeMachine();
    return entry.supports.empty() ||
           std::ranges::find(m_requests, entry.supports, &ProbeRequest::probe) != m_requests.end();
}

std::vector<std::string_view> Sampler::probes() const {
    std::vector<std::string_view> names;
    for (const auto& probe : m_probes) {
        if (probe.entry->use == ProbeUse::WhenAsked) names.push_back(probe.name);
    }
    return names;
}

Result<void> Sampler::start() {
    const auto online = onlineProcessors();
    if (online.empty())
        return failure(ModelText::tr("the system does not report its processors"), ErrorCode::NotPossible);
    // All rings are created before any probe is attached, also for processors that may come online later:
    // creating them needs a right that is given up before then.
    for (const auto number : presentProcessors())
        TRY(m_rings->addProcessor(number));
    for (auto& [entry, name, probe, attachments] : m_probes) {
        if (entry->targets != ProbeTargets::Kernel) continue;
        auto attached = probe->attach({});
        if (attached) {
            attachments.push_back(std::move(*attached));
            continue;
        }
        if (entry->use != ProbeUse::WherePossible) return std::unexpected(attached.error());
        m_cpuTimes->close();
        m_accountProblem = attached.error();
    }
    TRY(m_scope->add(m_pids));
    for (const auto number : online)
        TRY(startProcessor(number));
    for (auto& loaded : m_probes)
        loaded.probe->begin();
    m_isSampling = true;
    m_followedAt = monotonicTime();
    TRY(m_loop.add(m_rings->descriptor(), EPOLLIN, [this](std::uint32_t) { m_onFull(); }));
    m_ringsAreWatched = true;
    return usesTicks() && source() == TickSource::CpuClock ? varyPeriods() : Result<void>();
}

/// Varies the periods repeatedly from now on.
Result<void> Sampler::varyPeriods() {
    m_periodTimer = FileDescriptor(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (!m_periodTimer.isOpen())
        return failure(ModelText::tr("a timer can't be made: {}", systemErrorText(errno)),
                       ErrorCode::NotPossible);
    TRY(m_loop.add(m_periodTimer.get(), EPOLLIN, [this](std::uint32_t) {
        std::uint64_t expirations = 0;
        if (::read(m_periodTimer.get(), &expirations, sizeof expirations) < 0) return;
        varyOnce();
    }));
    varyOnce();
    return {};
}

void Sampler::varyOnce() {
    std::vector<const ProcessorEvent*> events;
    for (const auto& processor : m_processors)
        events.push_back(processor.event.get());
    const auto time = m_periods->vary(events);
    m_variesAtTick = !time;
    if (!time) return;
    itimerspec timer{};
    timer.it_value.tv_sec = time->count() / 1'000'000'000;
    timer.it_value.tv_nsec = time->count() % 1'000'000'000;
    ::timerfd_settime(m_periodTimer.get(), 0, &timer, nullptr);
}

void Sampler::tick() {
    if (m_variesAtTick) varyOnce();
}

Result<void> Sampler::startProcessor(std::uint32_t number) {
    TRY(m_rings->addProcessor(number));
    Processor processor;
    processor.event = std::make_unique<ProcessorEvent>(
        TRY(ProcessorEvent::open(number, *m_opener, usesTicks() ? m_frequency : 0)));
    for (auto& [entry, name, probe, attachments] : m_probes) {
        if (entry->targets != ProbeTargets::Kernel)
            processor.attachments.push_back(TRY(probe->attach({processor.event.get(), m_opener.get()})));
    }
    TRY(m_loop.add(processor.event->descriptor(), EPOLLIN, [this](std::uint32_t) { m_onFull(); }));
    if (usesTicks() && source() == TickSource::CpuClock) m_periods->begin(*processor.event);
    missedTime(processor); // time counts from now on
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
    if (std::exchange(m_isSampling, false)) {
        for (auto& loaded : m_probes)
            loaded.probe->end();
    }
    if (!m_periodTimer.isOpen()) return;
    m_loop.remove(m_periodTimer.get());
    m_periodTimer.reset();
    m_variesAtTick = false;
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

/// For how long since the last look the processor's event did not count. The counter of a processor that went
/// offline stays where it is, even when the processor comes back.
std::int64_t Sampler::missedTime(Processor& processor) {
    // A busy processor answers late, so this is the time between two answers.
    const auto passed = monotonicTime() - processor.lookedAt;
    const auto timeEnabled = processor.event->timeEnabled();
    processor.lookedAt = monotonicTime();
    const auto counted = timeEnabled - std::exchange(processor.timeEnabled, timeEnabled);
    return passed - static_cast<std::int64_t>(counted);
}

bool Sampler::hasMissedTime(Processor& processor) {
    constexpr std::int64_t noticeable = 20'000'000; // clocks differ by less than 1 ms in a second
    return missedTime(processor) >= noticeable;
}

Sampler::ProcessorLook Sampler::followProcessors() {
    ProcessorLook look;
    const auto online = onlineProcessors();
    if (online.empty()) return look;
    const auto sinceLastLook = monotonicTime() - m_followedAt;
    std::erase_if(m_processors, [&](Processor& processor) {
        const bool isOnline = std::ranges::find(online, processor.event->processor()) != online.end();
        if (!hasMissedTime(processor) && isOnline) return false;
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
    // If a processor could not be started, its missed time continues.
    if (look.isComplete) m_followedAt = monotonicTime();
    return look;
}

std::vector<Sampler::MissedTime> Sampler::missedAtEnd() {
    std::vector<MissedTime> missed;
    const auto sinceLastLook = monotonicTime() - m_followedAt;
    for (const auto number : onlineProcessors()) {
        const auto known = std::ranges::find(
            m_processors, number, [](const Processor& processor) { return processor.event->processor(); });
        if (known == m_processors.end() || hasMissedTime(*known)) missed.push_back({number, sinceLastLook});
    }
    return missed;
}

bool Sampler::usesTicks() const {
    return std::ranges::any_of(
        m_probes, [](const LoadedProbe& probe) { return probe.entry->targets == ProbeTargets::Ticks; });
}

std::vector<NamedProbeCost> Sampler::costs() const {
    std::vector<NamedProbeCost> costs;
    for (const auto& probe : m_probes)
        costs.push_back({probe.name, probe.probe->cost()});
    return costs;
}

void Sampler::countLosses(LossLedger& losses) const {
    for (const auto& lost : m_scope->losses(m_values.size())) {
        losses.setTotal({lost.reason, lost.value ? m_values[*lost.value].value.name : std::string_view()},
                        {lost.samples, lost.weight});
    }
    losses.setTotal({"sample not understood"}, {m_rings->malformed()});
}

} // namespace candela
