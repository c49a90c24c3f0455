#include "recorder/kernel/tracer_frames.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace candela {

namespace {

constexpr std::size_t maximumTracerFrames = 8;
constexpr std::size_t maximumKnown = 4096;

/// The kernel functions that call programs at tracepoints, since Linux 6.1.
constexpr std::array<std::string_view, 5> tracers{"bpf_trace_run", "__bpf_trace_", "__traceiter_",
                                                  "bpf_trampoline_", "bpf_prog_"};

} // namespace

std::size_t TracerFrames::countIn(std::span<const std::uint64_t> frames) {
    // A program that was just loaded may have no name yet, but its caller has one.
    for (auto count = std::min(frames.size(), maximumTracerFrames); count > 0; --count) {
        if (isTracer(frames[count - 1])) return count;
    }
    return 0;
}

bool TracerFrames::isTracer(std::uint64_t address) {
    if (m_known.size() >= maximumKnown) m_known.clear();
    const auto [known, isNew] = m_known.try_emplace(address);
    if (isNew) {
        const auto function = m_names.find(address).function;
        known->second = std::ranges::any_of(
            tracers, [&](std::string_view tracer) { return function.starts_with(tracer); });
    }
    return known->second;
}

} // namespace candela
