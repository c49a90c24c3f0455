/// The lines of `perf script`, taken apart. Format: linux, tools/perf/builtin-script.c and
/// util/evsel_fprintf.c. Texts are views into the line.
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string_view>

namespace candela {

/// "swapper     0 [003] 203265.377022:    1001001 cpu-clock: ": what stands before a stack. Each part may be
/// missing: perf script prints the fields that it is asked for (-F).
struct PerfScriptSample {
    std::string_view command;        ///< empty where it is not printed
    std::int32_t pid = -1;           ///< -1: one number is printed, or none
    std::optional<std::int32_t> tid; ///< that number may be the process's
    std::int32_t cpu = -1;
    std::int64_t time = noTime;         ///< nanoseconds of the machine's clock
    std::optional<std::int64_t> period; ///< the event's count that the sample stands for
    std::string_view event;             ///< empty where it is not printed
    std::string_view rest;              ///< behind the event: a frame, or a tracepoint's fields

    bool hasCpuOrTime() const { return cpu >= 0 || time != noTime; }
};

/// Nothing for a line that is none: there must be a CPU, a time, or a thread and an event.
std::optional<PerfScriptSample> parsePerfScriptSample(std::string_view line);

/// A line that stands right before a stack: any of the fields will do ("bash", "24670", "1001001
/// cpu-clock:").
PerfScriptSample parsePerfScriptHead(std::string_view line);

/// A sample without callers: its only frame stands in its own line, behind the fields that were asked for.
struct PerfScriptFlatLine {
    std::string_view head; ///< may be empty
    std::string_view frame;
};

/// By the width that perf prints addresses with: 16 digits, filled up with blanks, and a blank before them.
std::optional<PerfScriptFlatLine> splitPerfScriptFlatLine(std::string_view line);

/// "ffffffffad14d115 do_idle+0x1b ([kernel.kallsyms])".
struct PerfScriptFrame {
    std::uint64_t address = 0;
    std::string_view symbol; ///< without offset; empty where perf knew none
    std::string_view module; ///< empty where perf knew none
    bool isInlined = false;  ///< into the next frame of the list that is not inlined
};

std::optional<PerfScriptFrame> parsePerfScriptFrame(std::string_view line);

/// "  dl-cacheinfo.h:805": the source of the frame in the line above.
struct PerfScriptSource {
    std::string_view file;
    std::uint32_t line = 0;
};

std::optional<PerfScriptSource> parsePerfScriptSource(std::string_view line);

/// Whether a module is the kernel's by the name that perf gives it.
bool isKernelModule(std::string_view module, std::uint64_t address);

} // namespace candela
