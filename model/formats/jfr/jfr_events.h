/// The events of Java flight recordings that are samples: of the JDK's own recorder, of async-profiler and of
/// Datadog's profiler. Names and fields are as in the recordings' metadata.
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
    std::string_view scaleField; ///< the field with the weight's multiplier
    /// Names of the values for running and for waiting threads; empty: samples do not state whether their
    /// thread ran.
    std::string_view runningValue = {};
    std::string_view waitingValue = {};
};

/// The first kind that a file has is the default. Java records an event with a duration only if it is longer
/// than a threshold, by default 10 or 20 ms.
inline constexpr std::array jfrEventKinds{
    JfrEventKind{"jdk.ExecutionSample", "execution", "count", "", "", "execution", "waiting"},
    JfrEventKind{"jdk.CPUTimeSample", "CPU", "count", "", ""},
    JfrEventKind{"datadog.ExecutionSample", "CPU", "count", "weight", ""},
    JfrEventKind{"profiler.WallClockSample", "wall clock", "count", "samples", "", "wall clock, running",
                 "wall clock, waiting"},
    JfrEventKind{"datadog.MethodSample", "wall clock", "count", "weight", "", "wall clock, running",
                 "wall clock, waiting"},
    JfrEventKind{"jdk.NativeMethodSample", "native", "count", "", ""},
    JfrEventKind{"jdk.ObjectAllocationSample", "allocation", "bytes", "weight", ""},
    JfrEventKind{"jdk.ObjectAllocationInNewTLAB", "allocation in new TLAB", "bytes", "tlabSize", ""},
    JfrEventKind{"jdk.ObjectAllocationOutsideTLAB", "allocation outside TLAB", "bytes", "allocationSize", ""},
    JfrEventKind{"datadog.ObjectSample", "sampled allocation", "bytes", "size", "weight"},
    JfrEventKind{"profiler.LiveObject", "live objects", "bytes", "allocationSize", ""},
    JfrEventKind{"profiler.Malloc", "malloc", "bytes", "size", ""},
    JfrEventKind{"jdk.JavaMonitorEnter", "monitor enter", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.JavaMonitorWait", "monitor wait", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.ThreadPark", "park", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.ThreadSleep", "sleep", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.VirtualThreadPinned", "virtual thread pinned", "nanoseconds", "duration", ""},
    JfrEventKind{"profiler.NativeLock", "native lock", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.SocketRead", "socket read", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.SocketWrite", "socket write", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.FileRead", "file read", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.FileWrite", "file write", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.FileForce", "file force", "nanoseconds", "duration", ""},
    JfrEventKind{"jdk.MethodTrace", "method trace", "nanoseconds", "duration", ""},
    JfrEventKind{"profiler.MethodTrace", "method trace", "nanoseconds", "duration", ""},
};

/// The name of an event's class without the prefix of JDK 9 and 10 ("com.oracle.jdk.ThreadPark").
constexpr std::string_view openEventName(std::string_view name) {
    constexpr std::string_view oracle = "com.oracle.";
    return name.starts_with("com.oracle.jdk.") ? name.substr(oracle.size()) : name;
}

/// Whether a thread in this state waits: "STATE_SLEEPING", "STATE_IN_OBJECT_WAIT_TIMED", "STATE_PARKED",
/// "STATE_BLOCKED_ON_MONITOR_ENTER" of the JDK and async-profiler, "CONDVAR_WAIT", "CONTENDED" of Datadog.
constexpr bool isWaitingState(std::string_view state) {
    for (const std::string_view word : {"SLEEP", "WAIT", "PARK", "BLOCKED", "CONTENDED"}) {
        if (state.find(word) != std::string_view::npos) return true;
    }
    return false;
}

} // namespace candela
