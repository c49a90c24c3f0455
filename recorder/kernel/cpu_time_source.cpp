#include "recorder/kernel/cpu_time_source.h"

#include "model/base/text/model_text.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/program.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace candela {

namespace {

/// Room for the events of some 9,000 thread exits: the ring is read every quarter of a second.
constexpr std::uint32_t ringBytes = 1 << 19;

} // namespace

Result<std::unique_ptr<CpuTimeSource>> CpuTimeSource::create() {
    std::unique_ptr<CpuTimeSource> source(new CpuTimeSource);
    source->m_ring =
        FileDescriptor(bpf_map_create(BPF_MAP_TYPE_RINGBUF, "cpu_time_ring", 0, 0, ringBytes, nullptr));
    if (!source->m_ring.isOpen()) return std::unexpected(loadError(errno));
    source->m_clocks =
        FileDescriptor(bpf_map_create(BPF_MAP_TYPE_ARRAY, "clock_differenc", sizeof(std::uint32_t),
                                      sizeof(clock_difference), possibleProcessors(), nullptr));
    if (!source->m_clocks.isOpen()) return std::unexpected(loadError(errno));
    const auto take = [](void* drained, void* record, std::size_t size) {
        cpu_time_event event;
        if (size < sizeof event) return 0;
        std::memcpy(&event, record, sizeof event);
        static_cast<std::vector<cpu_time_event>*>(drained)->push_back(event);
        return 0;
    };
    source->m_reader = ring_buffer__new(source->m_ring.get(), take, &source->m_drained, nullptr);
    if (!source->m_reader) return std::unexpected(loadError(errno));
    return source;
}

CpuTimeSource::~CpuTimeSource() {
    ring_buffer__free(m_reader);
}

Result<void> CpuTimeSource::share(bpf_object* object) const {
    TRY(shareTable(object, "clock_differences", m_clocks.get()));
    return shareTable(object, "cpu_time_ring", m_ring.get());
}

void CpuTimeSource::drain(std::vector<cpu_time_event>& events) {
    ring_buffer__consume(m_reader);
    events.insert(events.end(), m_drained.begin(), m_drained.end());
    m_drained.clear();
}

Result<std::vector<cpu_time_event>> CpuTimeSource::living() const {
    const FileDescriptor walk(bpf_iter_create(m_iterator.get()));
    if (!walk.isOpen())
        return failure(ModelText::tr("the kernel's threads can't be enumerated: {}", systemErrorText(errno)));
    std::vector<cpu_time_event> events;
    std::array<cpu_time_event, 512> part;
    std::size_t filled = 0; // bytes of `part`: a read may end in the middle of an event
    while (true) {
        const auto size =
            ::read(walk.get(), reinterpret_cast<char*>(part.data()) + filled, sizeof part - filled);
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (size < 0)
            return failure(
                ModelText::tr("the kernel's threads can't be enumerated: {}", systemErrorText(errno)));
        if (size == 0) return events;
        filled += static_cast<std::size_t>(size);
        const auto whole = filled / sizeof(cpu_time_event);
        events.insert(events.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(whole));
        filled -= whole * sizeof(cpu_time_event);
        std::memmove(part.data(), part.data() + whole, filled);
    }
}

} // namespace candela
