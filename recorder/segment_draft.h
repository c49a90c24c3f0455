/// What a second or a few of recording saw, before it has names: processes, threads, places in code, stacks and
/// samples, each once. It holds what it names, so that a process may end meanwhile.
#pragma once

#include "bpf/events.h"
#include "recorder/code_place.h"
#include "recorder/module_table.h"
#include "recorder/process_table.h"
#include "recorder/stack_path.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace candela {

class SegmentDraft {
public:
    static constexpr std::uint32_t noRow = 0xffffffff;
    // With the largest stacks, a segment of this size stays within maximumUsualSegmentSize (stream_limits.h).
    static constexpr std::size_t fullSamples = 100'000;
    static constexpr std::size_t fullStacks = 250'000;
    static constexpr std::size_t fullPlaces = 50'000;

    struct DraftThread {
        std::uint32_t process = 0;
        std::int32_t tid = 0;
        std::int64_t startTime = 0;
        std::string name;
    };
    struct DraftStack {
        std::uint32_t parent = noRow; ///< always a smaller row
        std::uint32_t place = 0;
    };
    struct DraftSample {
        std::int64_t time = 0;
        std::int64_t weight = 0;
        std::uint32_t thread = 0;
        std::uint32_t stack = noRow;
        std::uint32_t cpu = 0;
        std::uint16_t probe = 0;
        std::uint8_t stackEnd = 0;
    };

    explicit SegmentDraft(std::int64_t startTime);
    /// One that begins where another ended, and expects to become as large.
    static SegmentDraft after(const SegmentDraft& previous);

    /// Takes a sample whose process and thread the table found. Places that are new are appended to
    /// `newPlaces`.
    void add(const sample_event& event, std::span<const std::uint64_t> frames, const SharedProcess& process,
             const LiveThread& thread, ModuleTable& modules, std::vector<CodePlace>& newPlaces);
    /// Nothing is added afterwards.
    void end(std::int64_t time) {
        m_endTime = time;
        m_paths = {};
    }

    std::int64_t startTime() const { return m_startTime; }
    std::int64_t endTime() const { return m_endTime; }
    /// Enough for one segment: more would come near the limit of the format.
    bool isFull() const;

    const std::vector<SharedProcess>& processes() const { return m_processes; }
    const std::vector<DraftThread>& threads() const { return m_threads; }
    const std::vector<CodePlace>& places() const { return m_places; }
    const std::vector<DraftStack>& stacks() const { return m_stacks; }
    const std::vector<DraftSample>& samples() const { return m_samples; }

    /// Marks the modules that the draft names, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

private:
    std::uint32_t threadRow(const SharedProcess& process, std::int32_t tid, const LiveThread& thread);
    /// Of the whole path, of which the first `shared` steps have their rows; new ones are made.
    std::uint32_t stackRow(std::vector<StackPath::Step>& steps, std::size_t shared,
                           std::vector<CodePlace>& newPlaces);
    std::size_t findKnown(std::vector<StackPath::Step>& steps, std::size_t shared) const;
    std::uint32_t push(std::uint32_t parent, const CodePlace& place, std::vector<CodePlace>& newPlaces);

    std::int64_t m_startTime;
    std::int64_t m_endTime = 0;
    std::vector<SharedProcess> m_processes;
    std::vector<DraftThread> m_threads;
    std::vector<CodePlace> m_places;
    std::vector<DraftStack> m_stacks;
    std::vector<DraftSample> m_samples;

    absl::flat_hash_map<const ProcessIdentity*, std::uint32_t> m_processRows;
    absl::flat_hash_map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> m_threadRows; // process, tid
    absl::flat_hash_map<CodePlace, std::uint32_t> m_placeRows;
    absl::flat_hash_map<std::uint64_t, std::uint32_t> m_knownStacks; // rows, by a hash of all their places
    std::array<StackPath, 16> m_paths;                               // the last ones, by thread
};

} // namespace candela
