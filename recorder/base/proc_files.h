/// What /proc says about processes that lived before the recording, or whose news were lost. Everything here
/// may vanish or change while it is read: each function then gives less, never wrong pieces of two processes.
#pragma once

#include "model/base/file.h"
#include "recorder/base/sideband.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Whole contents of a small file of the system ("/proc/stat"); empty if it can't be read.
std::string readSystemFile(const std::string& path);
/// The same from its beginning, through an open descriptor.
std::string readSystemFile(const FileDescriptor& file);
/// Of the times in /proc/PID/stat.
std::uint64_t ticksPerSecond();
/// CLOCK_MONOTONIC, nanoseconds.
std::int64_t monotonicTime();
/// CLOCK_BOOTTIME, nanoseconds: goes on while the machine is suspended.
std::int64_t timeSinceBoot();

/// A process as it is now.
struct ProcessSnapshot {
    std::int32_t pid = 0;
    std::int32_t parentPid = 0;
    std::string name;
    std::int64_t startTime = 0; ///< CLOCK_MONOTONIC nanoseconds, exact to a hundredth of a second
    std::uint32_t threads = 1;
    std::int64_t takenAt = 0;          ///< CLOCK_MONOTONIC nanoseconds, before anything was read
    std::vector<FileMapping> mappings; ///< the executable ones
    std::string executable;            ///< path of the file that it executes; empty: it can't be read
};

/// Users or groups of a process.
struct ProcessIds {
    std::uint32_t real = 0;
    std::uint32_t effective = 0;
    std::uint32_t saved = 0;
};

/// Where the process table learns what no event reported; tests put their own behind it.
class ProcessSource {
public:
    virtual ~ProcessSource() = default;
    virtual std::vector<std::int32_t> processes() = 0;
    /// None if there is no such process (any more).
    virtual std::optional<ProcessSnapshot> snapshot(std::int32_t pid) = 0;
    /// Whether none meant that, the last time; else it was not found out in time, and it may be asked for
    /// again.
    virtual bool wasAnswered() const { return true; }
    /// Empty if there is no such thread (any more).
    virtual std::string threadName(std::int32_t pid, std::int32_t tid) = 0;
};

class ProcFiles : public ProcessSource {
public:
    std::vector<std::int32_t> processes() override;
    std::optional<ProcessSnapshot> snapshot(std::int32_t pid) override;
    std::string threadName(std::int32_t pid, std::int32_t tid) override;
};

/// Whether process numbers mean to us what they mean to the kernel: not so in most containers.
bool seesAllProcesses();
bool isThere(std::int32_t pid);
/// As /proc/PID/stat has it: 'R' for one that wants a processor; 0 if there is no such process.
char stateOf(std::int32_t pid);
/// From the text of /proc/PID/status; none if that is empty.
std::optional<ProcessIds> readUsers(const std::string& status);
std::optional<ProcessIds> readGroups(const std::string& status);
/// The parent's pid; 0 if there is no such process.
std::int32_t parentOf(std::int32_t pid);
/// /proc tells start times in hundredths of a second, and a fork's event is a little later than the start.
inline constexpr std::int64_t startTolerance = 50'000'000;
/// Whether two start times are of one process.
bool isSameStart(std::int64_t left, std::int64_t right);
/// CLOCK_MONOTONIC nanoseconds, exact to a hundredth of a second, of the process whose folder in /proc is
/// open.
std::optional<std::int64_t> processStart(const FileDescriptor& folder);
/// Start of the process in ticks since the machine started, as polkit wants it; 0 if there is none.
std::uint64_t startTicks(std::int32_t pid);

/// Reads the text of /proc/PID/maps: the executable mappings.
std::vector<FileMapping> readMaps(std::string_view text);

} // namespace candela
