/// Bytes that a thread unpacks while the reader follows. They never move, so views of them stay valid while
/// the object lives.
#pragma once

#include "model/formats/input/unpack.h"

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

namespace candela {

class ArrivingBytes {
public:
    /// Unpacks at most `limit` bytes; `padding` more can be read after them. Null if there is not enough
    /// address space. `packed` must outlive the object.
    static std::unique_ptr<ArrivingBytes> create(Packing packing, std::span<const std::byte> packed,
                                                 std::size_t limit, std::size_t padding);
    ArrivingBytes(const ArrivingBytes&) = delete;
    ArrivingBytes& operator=(const ArrivingBytes&) = delete;
    /// Stops the thread, within milliseconds.
    ~ArrivingBytes();

    struct Arrived {
        std::span<const std::byte> bytes; ///< all bytes from the first on
        double share = 0;                 ///< share of the packed bytes that were used so far
        bool isAll = false;
        PackedEnd end = PackedEnd::Whole; ///< valid once isAll
    };

    /// Waits for more than `known` bytes, or all, and returns all bytes so far. Fails only when cancelled.
    Result<Arrived> moreThan(std::size_t known, Task& task);

private:
    ArrivingBytes(Packing packing, std::span<const std::byte> packed, std::span<std::byte> reserved,
                  std::size_t limit);
    void unpack(const std::stop_token& stop);

    Unpacker m_unpacker; // used only by the thread
    std::span<std::byte> m_reserved;
    std::size_t m_limit;
    std::mutex m_mutex; // the following members are used by both threads
    std::condition_variable m_changed;
    Arrived m_arrived;
    std::jthread m_thread;
};

} // namespace candela
