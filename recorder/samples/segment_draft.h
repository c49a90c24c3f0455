/// The content of one segment of a few seconds, before names are known: processes, threads, code locations,
/// stacks and samples, each once. It owns everything that it refers to, so a process may end meanwhile.
#pragma once

#include "bpf/events.h"
#include "recorder/kernel/sample_rings.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace candela {

enum class CodeKind : std::uint8_t {
    Module,   ///< in a module: the address is a file offset; in generated code it is absolute
    Kernel,   ///< absolute
    Unmapped, ///< in no known mapping: the address is absolute
};

/// An address in code. For a return address: the last byte of the call.
struct CodeLocation {
    CodeKind kind = CodeKind::Unmapped;
    ModuleNumber module;
    std::uint64_t address = 0;

    bool operator==(const CodeLocation&) const = default;

    template<typename H>
    friend H AbslHashValue(H state, const CodeLocation& location) {
        return H::combine(std::move(state), location.kind, location.module, location.address);
    }
};

class SegmentDraft {
public:
    static constexpr std::uint32_t noRow = 0xffffffff;
    // With the deepest stacks, a segment of this size stays within maximumUsualSegmentSize (stream_limits.h).
    static constexpr std::size_t fullSamples = 100'000;
    static constexpr std::size_t fullStacks = 250'000;
    static constexpr std::size_t fullLocations = 50'000;

    struct DraftThread {
        std::uint32_t process = 0;
        std::int32_t tid = 0;
        std::int64_t startTime = 0;
        std::string name;
        std::uint64_t cpuTime = 0; ///< nanoseconds that the kernel counted
    };
    struct DraftStack {
        std::uint32_t parent = noRow; ///< a row before this one; noRow: a root
        std::uint32_t location = 0;
    };
    struct DraftSample {
        std::int64_t time = 0;
        std::int64_t weight = 0;
        std::uint32_t thread = 0;
        std::uint32_t stack = noRow;
        std::uint32_t cpu = 0;
        std::uint32_t labels = 0; ///< row of labels()
        std::uint16_t value = 0;
        std::uint8_t stackEnd = 0;
    };
    /// The labels that a probe gave a sample, unchanged; row 0 is empty.
    struct DraftLabels {
        std::uint16_t value = 0;
        std::vector<sample_label> labels;
    };

    explicit SegmentDraft(std::int64_t startTime);
    /// A draft that begins where another ended, with memory reserved for the same size.
    static SegmentDraft after(const SegmentDraft& previous);

    /// Adds a sample whose process and thread are known.
    /// New locations are appended to `newLocations`.
    void add(const SampleRecord& sample, const SharedProcess& process, const LiveThread& thread,
             ModuleTable& modules, std::vector<CodeLocation>& newLocations);
    /// The same for a stack that was located before. `event` and `labels` may be from other records.
    void add(const sample_event& event, std::span<const sample_label> labels,
             std::span<const CodeLocation> path, const SharedProcess& process, const LiveThread& thread,
             std::vector<CodeLocation>& newLocations);
    /// The code locations of a sample's stack, from the root, with the process's current mappings.
    static void locate(const SampleRecord& sample, LiveProcess& process, ModuleTable& modules,
                       std::vector<CodeLocation>& path);
    /// Adds the CPU time that the kernel counted for a thread, sampled or not.
    void addCpuTime(const SharedProcess& process, std::int32_t tid, const LiveThread& thread,
                    std::uint64_t nanoseconds);
    void end(std::int64_t time) { m_endTime = time; }

    std::int64_t startTime() const { return m_startTime; }
    std::int64_t endTime() const { return m_endTime; }
    /// Whether the draft is as large as a segment should be: a larger one would come near the format's limit.
    bool isFull() const;

    const std::vector<SharedProcess>& processes() const { return m_processes; }
    const std::vector<DraftThread>& threads() const { return m_threads; }
    const std::vector<CodeLocation>& locations() const { return m_locations; }
    const std::vector<DraftStack>& stacks() const { return m_stacks; }
    const std::vector<DraftLabels>& labels() const { return m_labels; }
    const std::vector<DraftSample>& samples() const { return m_samples; }

    /// Marks the modules that the draft refers to, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

private:
    struct KnownStack {
        std::uint32_t row = 0;
        std::uint32_t depth = 0; ///< frames
    };
    std::uint32_t threadRow(const SharedProcess& process, std::int32_t tid, const LiveThread& thread);
    struct LastStack;
    LastStack& lastOf(std::uint32_t cpu);
    static std::size_t sharedCallers(const LastStack& last, const SampleRecord& sample,
                                     const LiveProcess& process);
    static void locate(const SampleRecord& sample, std::size_t count, LiveProcess& process,
                       ModuleTable& modules, std::vector<CodeLocation>& path);
    void addLocated(const sample_event& event, std::span<const sample_label> labels, LastStack& last,
                    std::size_t shared, std::span<const CodeLocation> rest, const SharedProcess& process,
                    const LiveThread& thread, std::vector<CodeLocation>& newLocations);
    std::uint32_t stackRow(LastStack& last, std::size_t shared, std::span<const CodeLocation> rest,
                           std::vector<CodeLocation>& newLocations);
    std::uint32_t labelsRow(std::uint16_t value, std::span<const sample_label> labels);
    std::size_t findKnown(std::span<const std::uint64_t> hashes, std::size_t known, std::uint32_t& row) const;
    std::uint32_t push(std::uint32_t parent, const CodeLocation& location,
                       std::vector<CodeLocation>& newLocations);

    std::int64_t m_startTime;
    std::int64_t m_endTime = 0;
    std::vector<SharedProcess> m_processes;
    std::vector<DraftThread> m_threads;
    std::vector<CodeLocation> m_locations;
    std::vector<DraftStack> m_stacks;
    std::vector<DraftLabels> m_labels{1};
    std::vector<DraftSample> m_samples;

    absl::flat_hash_map<const ProcessIdentity*, std::uint32_t> m_processRows;
    absl::flat_hash_map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> m_threadRows; // process, tid
    absl::flat_hash_map<CodeLocation, std::uint32_t> m_locationRows;
    absl::flat_hash_map<std::string, std::uint32_t> m_labelRows;  // key: the value and the bytes of the
                                                                  // labels
    absl::flat_hash_map<std::uint64_t, KnownStack> m_knownStacks; // by a hash of all their locations
    /// A stack from the root: its code, and for each frame a hash of all frames up to it and its row.
    struct LastStack {
        std::vector<CodeLocation> path;
        std::vector<std::uint64_t> hashes;
        std::vector<std::uint32_t> rows;
        // The user part as the sample had it, innermost frame first; empty: not known. And the mappings that
        // its addresses were looked up in, of that process.
        std::vector<std::uint64_t> userFrames;
        const ProcessIdentity* process = nullptr;
        std::uint64_t space = 0;
    };
    // The last stack of a processor: the next one shares most of its frames, which are compared in less time
    // than they are looked up. Processors that are so many apart share an entry.
    static constexpr std::size_t maximumLast = 64;
    std::vector<LastStack> m_last;
    std::vector<CodeLocation> m_path;
};

} // namespace candela
