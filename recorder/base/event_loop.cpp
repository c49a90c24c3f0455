#include "recorder/base/event_loop.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace candela {

Result<std::unique_ptr<EventLoop>> EventLoop::create() {
    FileDescriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll.isOpen())
        return failure("the event loop can't be made: " + systemErrorText(errno), ErrorCode::NotPossible);
    return std::unique_ptr<EventLoop>(new EventLoop(std::move(epoll)));
}

Result<void> EventLoop::add(int descriptor, std::uint32_t events, Callback callback) {
    epoll_event event{};
    event.events = events;
    event.data.fd = descriptor;
    if (::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, descriptor, &event) != 0)
        return failure("a descriptor can't be waited on: " + systemErrorText(errno), ErrorCode::NotPossible);
    m_callbacks[descriptor] = std::make_shared<Callback>(std::move(callback));
    return {};
}

void EventLoop::change(int descriptor, std::uint32_t events) {
    epoll_event event{};
    event.events = events;
    event.data.fd = descriptor;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, descriptor, &event);
}

void EventLoop::remove(int descriptor) {
    if (m_callbacks.erase(descriptor) != 0) ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

Result<void> EventLoop::addTimer(std::chrono::nanoseconds interval, std::function<void()> callback) {
    FileDescriptor timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    itimerspec times{};
    times.it_interval.tv_sec = interval.count() / 1'000'000'000;
    times.it_interval.tv_nsec = interval.count() % 1'000'000'000;
    times.it_value = times.it_interval;
    if (!timer.isOpen() || ::timerfd_settime(timer.get(), 0, &times, nullptr) != 0)
        return failure("a timer can't be made: " + systemErrorText(errno), ErrorCode::NotPossible);
    const int descriptor = timer.get();
    TRY(add(descriptor, EPOLLIN, [descriptor, callback = std::move(callback)](std::uint32_t) {
        std::uint64_t ticks = 0;
        if (::read(descriptor, &ticks, sizeof ticks) == sizeof ticks) callback();
    }));
    m_owned.push_back(std::move(timer));
    return {};
}

Result<void> EventLoop::addSignals(std::vector<int> signalNumbers, std::function<void(int)> callback) {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : signalNumbers)
        sigaddset(&set, signal);
    FileDescriptor source(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!source.isOpen() || ::sigprocmask(SIG_BLOCK, &set, nullptr) != 0)
        return failure("signals can't be received: " + systemErrorText(errno), ErrorCode::NotPossible);
    const int descriptor = source.get();
    TRY(add(descriptor, EPOLLIN, [descriptor, callback = std::move(callback)](std::uint32_t) {
        signalfd_siginfo signal{};
        while (::read(descriptor, &signal, sizeof signal) == sizeof signal)
            callback(static_cast<int>(signal.ssi_signo));
    }));
    m_owned.push_back(std::move(source));
    return {};
}

void EventLoop::run() {
    std::array<epoll_event, 64> events;
    m_isRunning = true;
    while (m_isRunning) {
        const int count = ::epoll_wait(m_epoll.get(), events.data(), events.size(), -1);
        for (int i = 0; i < count && m_isRunning; ++i) {
            const auto found = m_callbacks.find(events[static_cast<std::size_t>(i)].data.fd);
            if (found == m_callbacks.end()) continue; // an earlier callback removed it
            const auto callback = found->second;      // a copy, because the callback may remove itself
            (*callback)(events[static_cast<std::size_t>(i)].events);
        }
    }
}

} // namespace candela
