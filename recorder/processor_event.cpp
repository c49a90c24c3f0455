#include "recorder/processor_event.h"

#include "recorder/proc_files.h"
#include "recorder/processors.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t ringSize = 128 << 10; // some hundred program starts between two reads

std::size_t pageSize() {
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

int openEvent(perf_event_attr& attributes, pid_t pid, int processor) {
    return static_cast<int>(
        ::syscall(SYS_perf_event_open, &attributes, pid, processor, -1, PERF_FLAG_FD_CLOEXEC));
}

void setSource(perf_event_attr& attributes, TickSource source) {
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    switch (source) {
    case TickSource::HardwareCycles:
        attributes.type = PERF_TYPE_HARDWARE;
        attributes.config = PERF_COUNT_HW_CPU_CYCLES;
        break;
    case TickSource::CpuClock:
        attributes.config = PERF_COUNT_SW_CPU_CLOCK;
        break;
    case TickSource::None:
        attributes.config = PERF_COUNT_SW_DUMMY;
        break;
    }
}

perf_event_attr attributesOf(TickSource source, std::uint32_t frequency) {
    perf_event_attr attributes{};
    setSource(attributes, source);
    attributes.disabled = 1;
    if (source != TickSource::None) {
        attributes.freq = 1;
        attributes.sample_freq = frequency;
        attributes.exclude_idle = source == TickSource::CpuClock;
    }
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
    attributes.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
    attributes.sample_id_all = 1;
    attributes.use_clockid = 1;
    attributes.clockid = CLOCK_MONOTONIC;
    attributes.mmap = 1;
    attributes.mmap2 = 1;
    attributes.comm = 1;
    attributes.comm_exec = 1;
    attributes.task = 1;
    attributes.ksymbol = 1;
    attributes.watermark = 1;
    attributes.wakeup_watermark = ringSize / 4;
    return attributes;
}

Error openError(int number) {
    if (number == EACCES || number == EPERM)
        return {"the kernel does not allow to observe its processors", "this needs root, or CAP_PERFMON",
                ErrorCode::NotPermitted};
    return {"a perf event can't be opened: " + systemErrorText(number), {}, ErrorCode::NotPossible};
}

/// Whether cycles are not only accepted but counted: many virtual machines do the one without the other.
bool countsCycles() {
    perf_event_attr attributes{};
    setSource(attributes, TickSource::HardwareCycles);
    attributes.exclude_kernel = 1;
    const FileDescriptor event(openEvent(attributes, 0, -1));
    if (!event.isOpen()) return false;
    for (int round = 0; round < 10'000; ++round)
        asm volatile("" ::: "memory"); // something to count
    std::uint64_t count = 0;
    return ::read(event.get(), &count, sizeof count) == sizeof count && count > 0;
}

} // namespace

Result<ProcessorEvent> ProcessorEvent::open(std::uint32_t processor, TickSource source,
                                            std::uint32_t frequency) {
    auto attributes = attributesOf(source, frequency);
    ProcessorEvent event;
    event.m_processor = processor;
    event.m_event = FileDescriptor(openEvent(attributes, -1, static_cast<int>(processor)));
    if (!event.m_event.isOpen()) return std::unexpected(openError(errno));
    void* ring =
        ::mmap(nullptr, pageSize() + ringSize, PROT_READ | PROT_WRITE, MAP_SHARED, event.m_event.get(), 0);
    if (ring == MAP_FAILED)
        return failure("a perf event's ring can't be mapped: " + systemErrorText(errno),
                       ErrorCode::NotPossible);
    event.m_ring = ring;
    if (::ioctl(event.m_event.get(), PERF_EVENT_IOC_ENABLE, 0) != 0)
        return failure("a perf event can't be switched on: " + systemErrorText(errno),
                       ErrorCode::NotPossible);
    return event;
}

ProcessorEvent::ProcessorEvent(ProcessorEvent&& other) noexcept
    : m_processor(other.m_processor), m_event(std::move(other.m_event)),
      m_ring(std::exchange(other.m_ring, nullptr)), m_record(std::move(other.m_record)) {}

ProcessorEvent& ProcessorEvent::operator=(ProcessorEvent&& other) noexcept {
    std::swap(m_processor, other.m_processor);
    m_event = std::move(other.m_event);
    std::swap(m_ring, other.m_ring);
    std::swap(m_record, other.m_record);
    return *this;
}

ProcessorEvent::~ProcessorEvent() {
    if (m_ring) ::munmap(m_ring, pageSize() + ringSize);
}

void ProcessorEvent::read(std::vector<SidebandEvent>& events) {
    auto* page = static_cast<perf_event_mmap_page*>(m_ring);
    const auto* bytes = static_cast<const std::byte*>(m_ring) + pageSize();
    const std::uint64_t head = std::atomic_ref(page->data_head).load(std::memory_order_acquire);
    std::uint64_t tail = page->data_tail;
    while (head - tail >= sizeof(perf_event_header)) {
        perf_event_header header; // records are multiples of 8 bytes: a header never wraps
        std::memcpy(&header, bytes + tail % ringSize, sizeof header);
        if (header.size < sizeof header || header.size > head - tail) {
            tail = head;
            break;
        }
        const std::size_t place = tail % ringSize;
        std::span<const std::byte> record(bytes + place, header.size);
        if (place + header.size > ringSize) {
            m_record.assign(bytes + place, bytes + ringSize);
            m_record.insert(m_record.end(), bytes, bytes + header.size - (ringSize - place));
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

Result<TickSource> findTickSource() {
    if (countsCycles()) return TickSource::HardwareCycles;
    auto attributes = attributesOf(TickSource::CpuClock, 1);
    const auto online = onlineProcessors();
    const int processor = online.empty() ? 0 : static_cast<int>(online.front());
    const FileDescriptor event(openEvent(attributes, -1, processor));
    if (!event.isOpen()) return std::unexpected(openError(errno));
    return TickSource::CpuClock;
}

std::uint32_t maximumKernelFrequency() {
    const auto text = readSystemFile("/proc/sys/kernel/perf_event_max_sample_rate");
    std::uint32_t rate = 0;
    std::from_chars(text.data(), text.data() + text.size(), rate);
    return rate;
}

} // namespace candela
