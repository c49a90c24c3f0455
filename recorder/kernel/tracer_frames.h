/// Which frames of a kernel stack belong to the tracing itself: a program at a tracepoint sees its own frames
/// and those of its callers as the innermost ones.
#pragma once

#include "recorder/kernel/kernel_names.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

class TracerFrames {
public:
    explicit TracerFrames(KernelNames& names) : m_names(names) {}

    /// How many of the innermost frames belong to tracing. `frames`: innermost first. 0 if kernel names are
    /// not known.
    std::size_t countIn(std::span<const std::uint64_t> frames);

private:
    bool isTracer(std::uint64_t address);

    KernelNames& m_names;
    absl::flat_hash_map<std::uint64_t, bool> m_known; // by address
};

} // namespace candela
