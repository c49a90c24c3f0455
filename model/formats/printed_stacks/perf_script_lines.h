/// Parses the lines of `perf script`. Format: linux, tools/perf/builtin-script.c and util/evsel_fprintf.c.
/// Texts are views into the line.
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string_view>

namespace candela {

/// "swapper     0 [003] 203265.377022:    1001001 cpu-clock: ": the line before a stack. Each part may be
/// missing: perf script prints the requested fields (-F).
struct PerfScriptSample {
    std::string_view command;        ///< empty if it is not printed
    std::int32_t pid = -1;           ///< -1: only one number is printed, or none
    std::optional<std::int32_t> tid; ///< if only one number is printed, it may be the pid
    std::int32_t cpu = -1;
    std::int64_t time = noTime;         ///< nanoseconds of the machine's clock
    std::optional<std::int64_t> period; ///< the count of events that the sample represents
    std::string_view event;             ///< empty if it is not printed
    std::string_view rest;              ///< after the event: a frame, or a tracepoint's fields

    bool hasCpuOrTime() const { return cpu >= 0 || time != noTime; }
};

/// Parses the line of a sample; none for any other line. There must be a CPU, a time, or a thread and an
/// event.
std::optional<PerfScriptSample> parsePerfScriptSample(std::string_view line);

/// The same for a line right before a stack, where any of the fields suffices ("bash", "24670", "1001001
/// cpu-clock:").
PerfScriptSample parsePerfScriptHead(std::string_view line);

/// A sample without callers: its only frame is on the same line, after the requested fields.
struct PerfScriptFlatLine {
    std::string_view head; ///< may be empty
    std::string_view frame;
};

/// Finds the frame by the width of its address: 16 digits, padded with blanks, after a blank.
std::optional<PerfScriptFlatLine> splitPerfScriptFlatLine(std::string_view line);

/// "ffffffffad14d115 do_idle+0x1b ([kernel.kallsyms])".
struct PerfScriptFrame {
    std::uint64_t address = 0;
    std::string_view symbol; ///< the name without offset; empty if perf printed none
    std::string_view module; ///< empty if perf printed none
    bool isInlined = false;  ///< inlined into the next frame of the list that is not inlined
};

std::optional<PerfScriptFrame> parsePerfScriptFrame(std::string_view line);

/// "  dl-cacheinfo.h:805": the source of the frame on the previous line.
struct PerfScriptSource {
    std::string_view file;
    std::uint32_t line = 0;
};

std::optional<PerfScriptSource> parsePerfScriptSource(std::string_view line);

/// Whether a module is the kernel's, by perf's name for it.
bool isKernelModule(std::string_view module, std::uint64_t address);

} // namespace candela
