/// The source of the kernel's account of CPU time: a ring for threads that exit or exec, and an iterator over
/// all living threads. The rest of the recorder sees events (bpf/events.h).
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

    /// Gives a program the ring and the offset of the scheduler's clock; call it before the program is
    /// loaded.
    Result<void> share(bpf_object* object) const;
    /// The link of the program that iterates over the living threads. Until it is set there is no account.
    void setIterator(FileDescriptor link) { m_iterator = std::move(link); }
    bool isOpen() const { return m_iterator.isOpen(); }
    void close() { m_iterator.reset(); }

    /// Appends the events in the ring. Those of one processor are in order of time.
    void drain(std::vector<cpu_time_event>& events);
    /// An event for each thread in scope, now. Fails if the kernel returns none or only a part.
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
