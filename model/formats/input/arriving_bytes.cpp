#include "model/formats/input/arriving_bytes.h"

#include "model/base/memory_scope.h"
#include "model/profile/long_column.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <sys/mman.h>

namespace candela {

namespace {

constexpr std::chrono::milliseconds timeBetweenLooks{20}; // how often the task is checked
constexpr std::size_t usableStep = 32u << 20;

/// Makes more of the reserved bytes writable, from the first on; `usable` bytes already are. Returns how many
/// are writable: the same number if there is no memory for more.
std::size_t makeUsable(std::span<std::byte> reserved, std::size_t usable) {
    const auto more = std::min(usableStep, reserved.size() - usable);
    try {
        takeMemory(more);
    } catch (const OutOfMemory&) {
        return usable;
    }
    const bool isUsable = ::mprotect(reserved.data(), usable + more, PROT_READ | PROT_WRITE) == 0;
    return isUsable ? usable + more : usable;
}

} // namespace

std::unique_ptr<ArrivingBytes> ArrivingBytes::create(Packing packing, std::span<const std::byte> packed,
                                                     std::size_t limit, std::size_t padding) {
    const auto maximum = std::min(limit, maximumUnpacked(packing, packed.size()));
    if (maximum > std::numeric_limits<std::size_t>::max() - padding) return nullptr;
    // Address space that is made writable piece by piece.
    const auto size = maximum + padding;
    void* reserved = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return nullptr;
    // Small files stay in small pages, which are faster to get.
    if (size > minimumLongColumn)
        preferLargePages(static_cast<std::byte*>(reserved) + minimumLongColumn, size - minimumLongColumn);
    return std::unique_ptr<ArrivingBytes>(
        new ArrivingBytes(packing, packed, std::span(static_cast<std::byte*>(reserved), size), maximum));
}

ArrivingBytes::ArrivingBytes(Packing packing, std::span<const std::byte> packed,
                             std::span<std::byte> reserved, std::size_t limit)
    : m_unpacker(packing, packed), m_reserved(reserved), m_limit(limit),
      m_thread([this, kind = MemoryScope::current()](const std::stop_token& stop) {
          const MemoryScope scope(kind);
          unpack(stop);
      }) {}

ArrivingBytes::~ArrivingBytes() {
    m_thread.request_stop();
    m_thread.join();
    ::munmap(m_reserved.data(), m_reserved.size());
}

void ArrivingBytes::unpack(const std::stop_token& stop) {
    const auto padding = m_reserved.size() - m_limit;
    std::size_t usable = 0;
    Arrived arrived;
    while (!arrived.isAll && !stop.stop_requested()) {
        const auto before = arrived.bytes.size();
        if (before + padding >= usable && usable < m_reserved.size()) usable = makeUsable(m_reserved, usable);
        const auto room = m_reserved.first(std::max(usable, before + padding) - padding).subspan(before);
        const auto made = room.empty() ? 0 : m_unpacker.unpackInto(room);
        arrived.bytes = m_reserved.first(before + made);
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
        // Unpacking stopped before the limit, because there is no memory for more.
        if (m_arrived.isAll && m_arrived.end == PackedEnd::TooLarge && m_arrived.bytes.size() < m_limit)
            throw OutOfMemory(usableStep);
        if (m_arrived.isAll || m_arrived.bytes.size() > known) return m_arrived;
        m_changed.wait_for(lock, timeBetweenLooks);
    }
}

} // namespace candela
