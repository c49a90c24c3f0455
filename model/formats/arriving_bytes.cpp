#include "model/formats/arriving_bytes.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <sys/mman.h>

namespace candela {

namespace {

constexpr std::chrono::milliseconds timeBetweenLooks{20}; // at the task

} // namespace

std::unique_ptr<ArrivingBytes> ArrivingBytes::create(Packing packing, std::span<const std::byte> packed,
                                                     std::size_t limit, std::size_t padding) {
    const auto most = std::min(limit, mostUnpacked(packing, packed.size()));
    if (most > std::numeric_limits<std::size_t>::max() - padding) return nullptr;
    // Only what is written to takes memory.
    const auto size = most + padding;
    void* reserved =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return nullptr;
    return std::unique_ptr<ArrivingBytes>(
        new ArrivingBytes(packing, packed, std::span(static_cast<std::byte*>(reserved), size), most));
}

ArrivingBytes::ArrivingBytes(Packing packing, std::span<const std::byte> packed,
                             std::span<std::byte> reserved, std::size_t limit)
    : m_unpacker(packing, packed), m_reserved(reserved), m_limit(limit),
      m_thread([this](const std::stop_token& stop) { unpack(stop); }) {}

ArrivingBytes::~ArrivingBytes() {
    m_thread.request_stop();
    m_thread.join();
    ::munmap(m_reserved.data(), m_reserved.size());
}

void ArrivingBytes::unpack(const std::stop_token& stop) {
    Arrived arrived;
    while (!arrived.isAll && !stop.stop_requested()) {
        const auto room = m_reserved.first(m_limit).subspan(arrived.bytes.size());
        const auto made = room.empty() ? 0 : m_unpacker.unpackInto(room);
        arrived.bytes = m_reserved.first(arrived.bytes.size() + made);
        arrived.share = m_unpacker.share();
        arrived.isAll = m_unpacker.hasEnded() || room.empty();
        arrived.end = m_unpacker.hasEnded() ? m_unpacker.end() : PackedEnd::TooLarge;
        const std::scoped_lock lock(m_mutex);
        m_arrived = arrived;
        m_changed.notify_one();
    }
}

Result<ArrivingBytes::Arrived> ArrivingBytes::moreThan(std::size_t known, Task& task) {
    std::unique_lock lock(m_mutex);
    while (true) {
        if (task.isCancelled()) return cancelled();
        if (m_arrived.isAll || m_arrived.bytes.size() > known) return m_arrived;
        m_changed.wait_for(lock, timeBetweenLooks);
    }
}

} // namespace candela
