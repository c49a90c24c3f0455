/// How samples get from the kernel to the recorder: a ring for each processor, created when the processor
/// comes online.
#pragma once

#include "bpf/events.h"
#include "model/base/file.h"
#include "model/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

struct bpf_object;
struct ring_buffer;

namespace candela {

/// One sample in the layout of the ring; valid during the call.
struct SampleRecord {
    const sample_event& event;
    std::span<const sample_label> labels;
    std::span<const std::uint64_t> frames;
    std::span<const std::byte> unfinished; ///< unfinished_bytes
};
using SampleCallback = std::function<void(const SampleRecord&)>;

class SampleRings {
public:
    /// Each ring has room for about a second of complete stacks, at that many samples a second on each
    /// processor.
    static Result<std::unique_ptr<SampleRings>> create(std::uint32_t frequency, SampleCallback onSample);
    SampleRings(const SampleRings&) = delete;
    SampleRings& operator=(const SampleRings&) = delete;
    ~SampleRings();

    /// Call it before the processor's event is opened. A second call for a processor does nothing.
    Result<void> addProcessor(std::uint32_t processor);
    /// Gives a program these rings; call it before the program is loaded.
    Result<void> share(bpf_object* object) const;
    std::uint64_t wakeupBytes() const { return m_ringBytes / 4; }

    /// Calls back for each sample in the rings.
    void drain();
    /// Readable when a ring fills up; -1 before the first processor is added.
    int descriptor() const;
    /// The number of records that are no samples. If it is not zero, kernel programs and recorder disagree
    /// about the layout.
    std::uint64_t malformed() const { return m_malformed; }

private:
    SampleRings(std::uint32_t ringBytes, SampleCallback onSample)
        : m_ringBytes(ringBytes), m_onSample(std::move(onSample)) {}
    void take(std::span<const std::byte> record);

    std::uint32_t m_ringBytes;
    SampleCallback m_onSample;
    FileDescriptor m_table;
    std::vector<FileDescriptor> m_rings; // by processor
    ring_buffer* m_reader = nullptr;
    std::uint64_t m_malformed = 0;
};

} // namespace candela
