/// Reads the output of heaptrack_interpret: a line for each string,
/// location, trace, allocation and free, in order of time. Numbers
/// are hexadecimal. Format: heaptrack, src/interpret and src/analyze.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile_builder.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace candela {

bool looksLikeHeaptrack(std::string_view start);

class HeaptrackFile {
public:
    explicit HeaptrackFile(ProfileBuilder& builder) : m_builder(builder) {}

    /// Adds the value types allocations, temporary, leaked and peak. Fails if the file's kind or version is
    /// not supported, if it has no allocation, or when cancelled.
    Result<void> read(std::string_view text, Task& task);

private:
    /// An allocation's size and trace; many allocations share one row.
    struct Allocation {
        std::uint64_t size = 0;
        std::uint32_t trace = 0;
    };
    /// The sums for the allocations of one trace.
    struct Cost {
        std::int64_t allocations = 0; ///< number since the last step of the timeline
        std::int64_t temporary = 0;   ///< the same
        std::int64_t leaked = 0;
        std::int64_t peak = 0;
        bool isListed = false;
    };
    struct Event {
        char mode = 0; ///< '+', '-' or 'c'
        std::uint64_t number = 0;
    };

    Result<void> readTables(std::string_view text, Task& task);
    Result<void> readLine(std::string_view line);
    Result<void> readVersion(std::string_view line);
    void readString(std::string_view line);
    void readInstructionPointer(std::string_view line);
    void readTrace(std::string_view line);
    void readAllocation(std::string_view line);
    void noteEvent(const Event& event);
    Result<void> addCosts(std::string_view text, Task& task);
    void addEvent(const Event& event);
    void addStep();
    void addSums();
    StringIndex string(std::uint64_t number) const;
    std::optional<Event> parseEvent(std::string_view line) const;

    ProfileBuilder& m_builder;
    std::uint64_t m_version = 0;
    std::vector<StringIndex> m_strings;            // by number minus one
    std::vector<std::vector<FrameIndex>> m_frames; // by number minus one; the outermost frame first
    std::vector<StackIndex> m_traces;              // by number minus one
    std::vector<Allocation> m_allocations;
    std::size_t m_framesLeft = 0;
    std::size_t m_damaged = 0; // lines with invalid references
    bool m_isCut = false;

    // Results of the first pass, which the second pass uses.
    std::uint64_t m_inUse = 0; // bytes
    std::uint64_t m_peak = 0;
    std::uint64_t m_events = 0;
    std::uint64_t m_peakEvent = 0; // the number of the event after which most memory was in use
    std::uint64_t m_duration = 0;  // milliseconds

    std::vector<Cost> m_costs;                     // for each trace
    std::vector<std::uint32_t> m_listed;           // traces with costs in this step of the timeline
    std::optional<std::uint64_t> m_lastAllocation; // none if something was freed since
    std::uint64_t m_time = 0;
    std::uint64_t m_stepTime = 0;
    std::uint64_t m_stepSize = 1;
    ValueTypeIndex m_allocationsValue, m_temporaryValue, m_leakedValue, m_peakValue;
};

} // namespace candela
