/// Turns a draft into a Segment that is complete in itself: it has every name, process and mapping that its
/// samples need, even if an earlier segment had it.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/kernel/kernel_names.h"
#include "recorder/names/code_keeper.h"
#include "recorder/names/module_names.h"
#include "recorder/names/name_table.h"
#include "recorder/probes/probe_description.h"
#include "recorder/processes/label_list.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/segment_draft.h"

#include <absl/container/flat_hash_map.h>
#include <absl/strings/string_view.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// A value of the recording, and the labels that its samples may have.
struct RecordedValue {
    std::string_view probe;
    ProbeValue value;
    std::span<const ProbeLabel> labels;
    bool isDefault = false; ///< the default value of the recording
};

class SegmentBuilder {
public:
    /// The names of a module; null if nothing is known yet.
    using FindNames = std::function<const ModuleNames*(ModuleNumber)>;
    using FindLabels = std::function<LabelList(const LiveProcess&)>;
    enum class Ancestors : std::uint8_t { Include, LeaveOut };

    SegmentBuilder(const ModuleTable& modules, const ProcessTable& processes, KernelNames& kernel,
                   FindNames findNames, FindLabels findLabels, Ancestors ancestors);

    /// Fills tables and samples; the caller fills the other fields. `values` are indexed by the numbers that
    /// samples have.
    void build(const SegmentDraft& draft, const std::vector<RecordedValue>& values,
               recording::Segment& segment);
    /// Adds code to the segment that was built last. That of modules that are not known any more is left out.
    void addCode(const std::vector<KeptFunction>& functions);
    /// Adds names that were too late for earlier segments to the one that was built last.
    void addLateNames(const std::vector<LateNames>& names);

private:
    struct Lines { // frames of one location, outermost first
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    void addProcesses(const SegmentDraft& draft);
    /// `process` is null if only the identity is known.
    std::uint32_t processRow(const ProcessIdentity& identity, const LiveProcess* process);
    std::uint32_t labelSetOf(const LiveProcess& process);
    std::uint32_t labelSetOf(std::span<const ProbeLabel> known, std::span<const sample_label> labels);
    /// An entry of the segment's label sets. Without a text it is a number.
    struct SegmentLabel {
        std::uint32_t key = 0;
        std::uint32_t textPlusOne = 0;
        std::int64_t number = 0;

        auto operator<=>(const SegmentLabel&) const = default;

        template<typename H>
        friend H AbslHashValue(H state, const SegmentLabel& label) {
            return H::combine(std::move(state), label.key, label.textPlusOne, label.number);
        }
    };
    std::uint32_t labelSetRow(const std::vector<SegmentLabel>& labels);
    void addThreads(const SegmentDraft& draft);
    void addFrames(const SegmentDraft& draft);
    void addModuleFrames(const CodeLocation& location);
    void addKernelFrame(const CodeLocation& location);
    void addFrame(std::uint32_t functionPlusOne, std::uint32_t mappingPlusOne, std::uint64_t address,
                  const NamedLine& line, std::uint32_t inlineDepth, recording::FrameKind kind);
    std::uint32_t mappingOf(ModuleNumber module, const ModuleNames* names);
    std::uint32_t mappingRow(std::string_view path, std::string_view buildId);
    std::uint32_t functionOf(ModuleNumber module, std::uint32_t function, const ModuleNames& names,
                             std::uint32_t mapping);
    void addStacks(const SegmentDraft& draft);
    void addSamples(const SegmentDraft& draft, const std::vector<RecordedValue>& values);
    std::vector<std::uint32_t> sampleLabelSets(const SegmentDraft& draft,
                                               const std::vector<RecordedValue>& values);
    std::uint32_t text(std::string_view text);

    const ModuleTable& m_modules;
    const ProcessTable& m_processes;
    KernelNames& m_kernel;
    FindNames m_findNames;
    FindLabels m_findLabels;
    Ancestors m_ancestors;

    // The segment that is being built.
    recording::Segment* m_segment = nullptr;
    absl::flat_hash_map<absl::string_view, std::uint32_t> m_texts; // rows of the segment's strings
    absl::flat_hash_map<const ProcessIdentity*, std::uint32_t> m_processRows;
    std::vector<std::uint32_t> m_draftProcessRows;
    absl::flat_hash_map<std::vector<SegmentLabel>, std::uint32_t> m_labelSets;
    absl::flat_hash_map<ModuleNumber, std::uint32_t> m_moduleMappings;
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        m_mappingRows; // key: path and build id
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        m_functionRows;                                                     // module, function
    absl::flat_hash_map<std::uint64_t, std::uint32_t> m_kernelFunctionRows; // key: the function's start
    std::vector<Lines> m_locationFrames;
    std::vector<bool> m_isEntry;            // for each location: whether a thread starts there
    std::vector<std::uint32_t> m_stackRows; // the segment's row for each row of the draft
    std::vector<bool> m_startsAtEntry;      // for each stack of the draft
};

} // namespace candela
