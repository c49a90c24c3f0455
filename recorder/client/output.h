/// Where a recording goes: a file, or a client's socket or pipe. A slow client loses segments; it never costs
/// unbounded memory and never makes the recorder wait.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/base/event_loop.h"
#include "recorder/client/file_keeper.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace candela {

class Output {
public:
    static constexpr std::size_t maximumWaiting = 24 << 20;

    /// Writes bytes into the file as they arrive; keep() gives the file its name.
    static std::unique_ptr<Output> toFile(FileKeeper file, std::function<void()> onClosed);
    /// Writes to a client without waiting; onClosed is called when it disconnects. The descriptor, which may
    /// be a pipe, a socket or standard output of any kind, stays the caller's.
    static Result<std::unique_ptr<Output>> toClient(int descriptor, EventLoop& loop,
                                                    std::function<void()> onClosed);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output();

    enum class Sent : std::uint8_t {
        Accepted,
        ClientTooSlow, ///< nothing was accepted, because the client is too slow
        Broken,        ///< the client will never read the bytes
    };
    /// Accepts all bytes or none.
    Sent send(std::span<const std::byte> bytes);

    /// Call it when the sent data is worth keeping: gives the file its name if it has none yet.
    void keep();

    /// Whether everything that was accepted has been written.
    bool isEmpty() const { return m_waiting.empty(); }
    bool isBroken() const { return m_isBroken; }
    std::size_t waitingBytes() const { return m_waiting.size() - m_done; }
    std::uint64_t sentBytes() const { return m_sentBytes; }
    /// Why the output broke, as what follows the name of the file; empty if the client disconnected.
    const std::string& problem() const { return m_problem; }

private:
    Output() = default;
    void flush();
    void becomeBroken(std::string problem);
    void watch();

    FileDescriptor m_owned;
    std::optional<FileKeeper> m_file;
    int m_descriptor = -1;
    EventLoop* m_loop = nullptr; // null: a file
    std::function<void()> m_onClosed;
    bool m_isSocket = false;
    bool m_isWatched = false;
    std::uint32_t m_watchedEvents = 0;
    bool m_isBroken = false;
    std::string m_waiting;
    std::size_t m_done = 0; // how much of m_waiting was written
    std::uint64_t m_sentBytes = 0;
    std::string m_problem;
};

} // namespace candela
