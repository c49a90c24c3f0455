/// The labels of processes: requests them when a process is first sampled, again when it moved to another
/// control group or changed its user, and evicts the least recently used ones if there are too many.
#pragma once

#include "recorder/metadata/metadata_reader.h"
#include "recorder/processes/process_table.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace candela {

class LabelTable {
public:
    static constexpr std::size_t maximumMemory = 16 << 20;
    /// The maximum time that a segment waits for labels; late labels are in a later segment.
    static constexpr std::int64_t answerTimeout = 300'000'000;

    /// `opener` reads the memory of processes; without one (null) the reader does it itself, and may hang.
    explicit LabelTable(std::span<const MetadataProvider> providers, PromptOpener* opener = nullptr)
        : m_providers(providers), m_reader(providers, opener) {}

    /// To be called for each sample of a process, with what the kernel reported. Costs nothing if its labels
    /// are known.
    void want(const SharedProcess& process, std::uint64_t cgroup, std::uint32_t user) {
        auto& known = process->metadata;
        known.lastUse = m_segment;
        if (known.cgroup == cgroup && known.user == user && (known.isKnown || known.question != 0)) return;
        ask(process, cgroup, user);
    }
    /// To be called about ten times a second, after the process table has applied all events before
    /// `eventsUntil`. Returns the names of the providers that are disabled from now on.
    std::vector<std::string_view> tick(std::int64_t now, std::int64_t eventsUntil);
    /// Whether waiting can't bring more labels of the process.
    bool isSettled(const LiveProcess& process, std::int64_t now) const;
    /// The known labels of the process and its program.
    LabelList labelsOf(const LiveProcess& process, const Program& program) const;

    /// `segment` is the number of the segment that is about to begin, `firstWaiting` that of the first unsent
    /// one, whose labels stay.
    void endSegment(std::uint64_t segment, std::uint64_t firstWaiting);

    /// The number of processes whose labels were requested and have not arrived.
    std::size_t waiting() const { return m_questions.size(); }
    std::size_t memory() const { return m_memory; }
    std::uint64_t evicted() const { return m_evicted; }

private:
    /// Whether to read the folder of the process. For a process that exited, only the kernel's report is
    /// used: its folder may be another process's by now.
    enum class Folder : std::uint8_t { Look, LeaveAlone };
    void ask(const SharedProcess& process, std::uint64_t cgroup, std::uint32_t user,
             Folder folder = Folder::Look);
    void take(MetadataReader::Answer answer);

    std::span<const MetadataProvider> m_providers;
    MetadataReader m_reader;
    absl::flat_hash_map<std::uint64_t, std::weak_ptr<LiveProcess>> m_questions;
    std::vector<MetadataReader::Answer> m_answers; // received but not processed yet
    std::vector<std::weak_ptr<LiveProcess>> m_labelled;
    std::uint64_t m_lastQuestion = 0;
    std::uint64_t m_segment = 0;
    std::size_t m_memory = 0; // bytes at the last count, plus the bytes added since
    std::uint64_t m_evicted = 0;
};

} // namespace candela
