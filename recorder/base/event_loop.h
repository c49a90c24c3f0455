/// The recorder's one loop: calls back when a descriptor
/// is ready, a timer expires or a signal arrives.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <absl/container/flat_hash_map.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace candela {

class EventLoop {
public:
    /// Receives the epoll events: EPOLLIN and so on.
    using Callback = std::function<void(std::uint32_t events)>;

    static Result<std::unique_ptr<EventLoop>> create();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    /// The caller keeps the descriptor and must remove it here before closing it. Fails for descriptors that
    /// epoll can't wait on (regular files).
    Result<void> add(int descriptor, std::uint32_t events, Callback callback);
    void change(int descriptor, std::uint32_t events);
    void remove(int descriptor);

    /// Calls back again and again until the loop ends.
    Result<void> addTimer(std::chrono::nanoseconds interval, std::function<void()> callback);
    /// Delivers these signals through the loop from now on.
    Result<void> addSignals(std::vector<int> signalNumbers, std::function<void(int)> callback);

    /// Returns after stop().
    void run();
    void stop() { m_isRunning = false; }

private:
    explicit EventLoop(FileDescriptor epoll) : m_epoll(std::move(epoll)) {}

    FileDescriptor m_epoll;
    absl::flat_hash_map<int, std::shared_ptr<Callback>> m_callbacks;
    std::vector<FileDescriptor> m_owned; // descriptors of timers and signals
    bool m_isRunning = false;
};

} // namespace candela
