/// Bytes that are unpacked by a thread of their own while the reader follows. They never move, so views of
/// them stay valid while the object lives.
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
    /// At most `limit` bytes are unpacked, and `padding` more can be read. Null where there is no address
    /// space for as many. `packed` must outlive the object.
    static std::unique_ptr<ArrivingBytes> create(Packing packing, std::span<const std::byte> packed,
                                                 std::size_t limit, std::size_t padding);
    ArrivingBytes(const ArrivingBytes&) = delete;
    ArrivingBytes& operator=(const ArrivingBytes&) = delete;
    /// Stops the thread, within milliseconds.
    ~ArrivingBytes();

    struct Arrived {
        std::span<const std::byte> bytes; ///< all from the first
        double share = 0;                 ///< of the packed bytes that these were made of
        bool isAll = false;
        PackedEnd end = PackedEnd::Whole; ///< how they ended; known when these are all
    };

    /// Waits for more than that many bytes, or all, and returns what has arrived. Fails only when cancelled.
    Result<Arrived> moreThan(std::size_t known, Task& task);

private:
    ArrivingBytes(Packing packing, std::span<const std::byte> packed, std::span<std::byte> reserved,
                  std::size_t limit);
    void unpack(const std::stop_token& stop);

    Unpacker m_unpacker; // only the thread's
    std::span<std::byte> m_reserved;
    std::size_t m_limit;
    std::mutex m_mutex; // what follows is of both threads
    std::condition_variable m_changed;
    Arrived m_arrived;
    std::jthread m_thread;
};

} // namespace candela
