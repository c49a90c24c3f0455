/// Where a recording goes: a file, or a client's socket or pipe. A client that reads slowly costs segments,
/// never memory without bound, and never a wait.
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

    /// Writes into a file as it comes; the file takes its name at keep().
    static std::unique_ptr<Output> toFile(FileKeeper file, std::function<void()> onClosed);
    /// Writes to a client without ever waiting for it; onClosed is called when it is gone. The descriptor
    /// stays the caller's. A pipe, a socket, or what standard output happens to be.
    static Result<std::unique_ptr<Output>> toClient(int descriptor, EventLoop& loop,
                                                    std::function<void()> onClosed);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output();

    enum class Sent : std::uint8_t {
        Accepted,
        ClientTooSlow, ///< nothing of it was taken
        Broken,        ///< it will never be read
    };
    /// All or nothing.
    Sent send(std::span<const std::byte> bytes);

    /// What was sent is worth a file: it takes its name now, if it has none yet.
    void keep();

    /// Everything that was accepted is out.
    bool isEmpty() const { return m_waiting.empty(); }
    bool isBroken() const { return m_isBroken; }
    std::size_t waitingBytes() const { return m_waiting.size() - m_done; }
    std::uint64_t sentBytes() const { return m_sentBytes; }
    /// Why it broke, as the middle of a sentence; empty for a client that left.
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
    std::size_t m_done = 0; // of m_waiting
    std::uint64_t m_sentBytes = 0;
    std::string m_problem;
};

} // namespace candela
