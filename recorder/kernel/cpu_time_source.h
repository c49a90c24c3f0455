/// Where the kernel's own account of CPU time comes from: a ring for threads that end or start another
/// program, and an iterator over all that live. The rest of the recorder sees events (bpf/events.h).
#pragma once

#include "bpf/events.h"
#include "model/base/file.h"
#include "model/base/result.h"

#include <memory>
#include <vector>

struct bpf_object;
struct ring_buffer;

namespace candela {

class CpuTimeSource {
public:
    static Result<std::unique_ptr<CpuTimeSource>> create();
    CpuTimeSource(const CpuTimeSource&) = delete;
    CpuTimeSource& operator=(const CpuTimeSource&) = delete;
    ~CpuTimeSource();

    /// Gives a program the ring, and what is known of the scheduler's clock; before it is loaded.
    Result<void> share(bpf_object* object) const;
    /// The link of the program that goes over the living threads. Until it is set there is no account.
    void setIterator(FileDescriptor link) { m_iterator = std::move(link); }
    bool isOpen() const { return m_iterator.isOpen(); }
    void close() { m_iterator.reset(); }

    /// Appends what the ring holds, by time as far as one processor is concerned.
    void drain(std::vector<cpu_time_event>& events);
    /// Every thread in scope, now. Fails where the kernel gives none or only a part.
    Result<std::vector<cpu_time_event>> living() const;

private:
    CpuTimeSource() = default;

    FileDescriptor m_ring;
    FileDescriptor m_clocks;
    FileDescriptor m_iterator;
    ring_buffer* m_reader = nullptr;
    std::vector<cpu_time_event> m_drained;
};

} // namespace candela
