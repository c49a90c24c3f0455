/// The events of Java flight recordings that are samples: of the JDK's own recorder, of async-profiler and of
/// Datadog's profiler. Names and fields are as the recordings' metadata say them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace candela {

struct JfrEventKind {
    std::string_view name;
    std::string_view value;
    std::string_view unit;
    std::string_view weightField;
    std::string_view scaleField; // how many of the weight a sample stands for
};

/// Of the JDK, of async-profiler and of Datadog's profiler; those that come first are shown first.
inline constexpr std::array<JfrEventKind, 12> jfrEventKinds{{
    {"jdk.ExecutionSample", "execution", "count", "", ""},
    {"jdk.CPUTimeSample", "CPU", "count", "", ""},
    {"datadog.ExecutionSample", "CPU", "count", "weight", ""},
    {"profiler.WallClockSample", "wall clock", "count", "samples", ""},
    {"datadog.MethodSample", "wall clock", "count", "weight", ""},
    {"jdk.NativeMethodSample", "native", "count", "", ""},
    {"jdk.ObjectAllocationSample", "allocation", "bytes", "weight", ""},
    {"jdk.ObjectAllocationInNewTLAB", "allocation in new TLAB", "bytes", "tlabSize", ""},
    {"jdk.ObjectAllocationOutsideTLAB", "allocation outside TLAB", "bytes", "allocationSize", ""},
    {"datadog.ObjectSample", "sampled allocation", "bytes", "size", "weight"},
    {"profiler.LiveObject", "live objects", "bytes", "allocationSize", ""},
    {"profiler.Malloc", "malloc", "bytes", "size", ""},
}};
inline constexpr std::size_t firstJfrKindBesideTime = 5;

} // namespace candela
