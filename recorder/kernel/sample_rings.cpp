#include "recorder/kernel/sample_rings.h"

#include "recorder/base/processors.h"
#include "recorder/kernel/program.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

namespace candela {

namespace {

constexpr std::uint32_t typicalSampleBytes = 600;
constexpr std::uint32_t minimumRingSize = 256 << 10;
constexpr std::uint32_t maximumRingSize = 8 << 20;

} // namespace

Result<std::unique_ptr<SampleRings>> SampleRings::create(std::uint32_t frequency, SampleCallback onSample) {
    const auto wanted = std::bit_ceil(std::uint64_t{frequency} * typicalSampleBytes);
    const auto bytes =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, minimumRingSize, maximumRingSize));
    std::unique_ptr<SampleRings> rings(new SampleRings(bytes, std::move(onSample)));
    const FileDescriptor pattern(bpf_map_create(BPF_MAP_TYPE_RINGBUF, "sample_ring", 0, 0, bytes, nullptr));
    if (!pattern.isOpen()) return std::unexpected(loadError(errno));
    bpf_map_create_opts options{};
    options.sz = sizeof options;
    options.inner_map_fd = static_cast<std::uint32_t>(pattern.get());
    rings->m_table =
        FileDescriptor(bpf_map_create(BPF_MAP_TYPE_ARRAY_OF_MAPS, "sample_rings", sizeof(std::uint32_t),
                                      sizeof(std::uint32_t), possibleProcessors(), &options));
    if (!rings->m_table.isOpen()) return std::unexpected(loadError(errno));
    return rings;
}

SampleRings::~SampleRings() {
    ring_buffer__free(m_reader);
}

Result<void> SampleRings::addProcessor(std::uint32_t processor) {
    if (processor < m_rings.size() && m_rings[processor].isOpen()) return {};
    FileDescriptor ring(bpf_map_create(BPF_MAP_TYPE_RINGBUF, "sample_ring", 0, 0, m_ringBytes, nullptr));
    if (!ring.isOpen()) return std::unexpected(loadError(errno));
    const auto take = [](void* rings, void* record, std::size_t size) {
        static_cast<SampleRings*>(rings)->take({static_cast<const std::byte*>(record), size});
        return 0;
    };
    if (!m_reader) {
        m_reader = ring_buffer__new(ring.get(), take, this, nullptr);
        if (!m_reader) return std::unexpected(loadError(errno));
    } else if (const int error = ring_buffer__add(m_reader, ring.get(), take, this); error != 0) {
        return std::unexpected(loadError(-error));
    }
    const int descriptor = ring.get();
    if (bpf_map_update_elem(m_table.get(), &processor, &descriptor, BPF_ANY) != 0)
        return std::unexpected(loadError(errno));
    if (m_rings.size() <= processor) m_rings.resize(processor + 1);
    m_rings[processor] = std::move(ring);
    return {};
}

Result<void> SampleRings::share(bpf_object* object) const {
    return shareTable(object, "sample_rings", m_table.get());
}

void SampleRings::drain() {
    if (m_reader) ring_buffer__consume(m_reader);
}

int SampleRings::descriptor() const {
    return m_reader ? ring_buffer__epoll_fd(m_reader) : -1;
}

void SampleRings::take(std::span<const std::byte> record) {
    if (record.size() < sizeof(sample_event)) {
        ++m_malformed;
        return;
    }
    // Rings keep their records at multiples of eight bytes.
    const auto& event = *reinterpret_cast<const sample_event*>(record.data());
    const std::size_t frameCount = std::size_t{event.kernel_frames} + event.user_frames;
    const auto frames = sizeof(sample_event) + event.labels * sizeof(sample_label);
    const auto unfinished = frames + frameCount * sizeof(std::uint64_t);
    if (record.size() < unfinished + event.unfinished_bytes) {
        ++m_malformed;
        return;
    }
    const auto* bytes = record.data();
    m_onSample({event,
                {reinterpret_cast<const sample_label*>(bytes + sizeof(sample_event)), event.labels},
                {reinterpret_cast<const std::uint64_t*>(bytes + frames), frameCount},
                record.subspan(unfinished, event.unfinished_bytes)});
}

} // namespace candela
