#include "recorder/kernel/processor_event.h"

#include "model/base/text/model_text.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t ringSize = 128 << 10;         // room for some hundred execs between two reads
constexpr std::uint32_t frequencyOfUnusedTimer = 1; // until SamplingPeriods uses it

std::size_t pageSize() {
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

Result<ProcessorEvent> ProcessorEvent::open(std::uint32_t processor, EventOpener& opener,
                                            std::uint32_t frequency) {
    ProcessorEvent event;
    event.m_processor = processor;
    event.m_event = TRY(opener.open(processor, frequency, ringSize));
    void* ring =
        ::mmap(nullptr, pageSize() + ringSize, PROT_READ | PROT_WRITE, MAP_SHARED, event.m_event.get(), 0);
    if (ring == MAP_FAILED)
        return failure(ModelText::tr("a perf event's ring can't be mapped: {}", systemErrorText(errno)),
                       ErrorCode::NotPossible);
    event.m_ring = ring;
    event.m_ticks = frequency != 0;
    if (event.m_ticks && opener.source() == TickSource::CpuClock)
        event.m_secondTimer = TRY(opener.open(processor, frequencyOfUnusedTimer, 0));
    for (const int descriptor : {event.m_event.get(), event.m_secondTimer.get()}) {
        if (descriptor >= 0 && ::ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0) != 0)
            return failure(ModelText::tr("a perf event can't be switched on: {}", systemErrorText(errno)),
                           ErrorCode::NotPossible);
    }
    return event;
}

ProcessorEvent::ProcessorEvent(ProcessorEvent&& other) noexcept
    : m_processor(other.m_processor), m_event(std::move(other.m_event)),
      m_secondTimer(std::move(other.m_secondTimer)), m_ticks(other.m_ticks),
      m_ring(std::exchange(other.m_ring, nullptr)), m_record(std::move(other.m_record)) {}

ProcessorEvent& ProcessorEvent::operator=(ProcessorEvent&& other) noexcept {
    std::swap(m_processor, other.m_processor);
    m_event = std::move(other.m_event);
    m_secondTimer = std::move(other.m_secondTimer);
    m_ticks = other.m_ticks;
    std::swap(m_ring, other.m_ring);
    std::swap(m_record, other.m_record);
    return *this;
}

ProcessorEvent::~ProcessorEvent() {
    if (m_ring) ::munmap(m_ring, pageSize() + ringSize);
}

std::vector<int> ProcessorEvent::timers() const {
    std::vector<int> timers;
    if (m_ticks) timers.push_back(m_event.get());
    if (m_secondTimer.isOpen()) timers.push_back(m_secondTimer.get());
    return timers;
}

void ProcessorEvent::read(std::vector<SidebandEvent>& events) {
    auto* page = static_cast<perf_event_mmap_page*>(m_ring);
    const auto* bytes = static_cast<const std::byte*>(m_ring) + pageSize();
    const std::uint64_t head = std::atomic_ref(page->data_head).load(std::memory_order_acquire);
    std::uint64_t tail = page->data_tail;
    while (head - tail >= sizeof(perf_event_header)) {
        perf_event_header header; // records are multiples of 8 bytes, so a header never wraps
        std::memcpy(&header, bytes + tail % ringSize, sizeof header);
        if (header.size < sizeof header || header.size > head - tail) {
            tail = head;
            break;
        }
        const std::size_t offset = tail % ringSize;
        std::span<const std::byte> record(bytes + offset, header.size);
        if (offset + header.size > ringSize) {
            m_record.assign(bytes + offset, bytes + ringSize);
            m_record.insert(m_record.end(), bytes, bytes + header.size - (ringSize - offset));
            record = m_record;
        }
        if (auto event = readSidebandRecord(record)) events.push_back(std::move(*event));
        tail += header.size;
    }
    std::atomic_ref(page->data_tail).store(tail, std::memory_order_release);
}

std::uint64_t ProcessorEvent::timeEnabled() const {
    std::uint64_t values[2] = {};
    return ::read(m_event.get(), values, sizeof values) == sizeof values ? values[1] : 0;
}

} // namespace candela
