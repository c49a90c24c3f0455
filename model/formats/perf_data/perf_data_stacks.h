/// Makes the call stacks of samples: from their callchains, from copies of their stack memory, or from the
/// recorded branches.
#pragma once

#include "model/formats/perf_data/perf_data_kernel.h"
#include "model/formats/perf_data/perf_data_modules.h"
#include "model/formats/perf_data/perf_data_sample.h"
#include "model/profile/profile_builder.h"
#include "model/unwind/call_frames/dumped_stack.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// The code mappings for a sample's process.
struct PerfSampledSpace {
    const PerfAddressSpace& user;
    std::uint32_t pid = 0;
};

struct PerfStack {
    StackIndex stack;
    StackEnd end = StackEnd::Unknown;
};

class PerfStacks {
public:
    PerfStacks(const PerfHeader& header, PerfModules& modules, ProfileBuilder& builder);

    /// Adds a mapping of the kernel: its own code, or one of its modules.
    void mapKernel(std::uint64_t start, std::uint64_t size, std::uint64_t fileOffset, std::string_view path);
    PerfKernelNames& kernelNames() { return m_kernelNames; }

    /// The stack of a sample. `mode` is the mode of the processor, as the record states it.
    PerfStack stackOf(const PerfEvent& event, const PerfSample& sample, unsigned mode,
                      const PerfSampledSpace& space);

    /// The kernel part of a stack whose user part follows later, with the same cookie.
    struct DeferredStack {
        std::vector<FrameIndex> frames; ///< innermost first
        std::uint64_t cookie = 0;
    };
    /// The part of a stack that waits for its user part; none for a sample whose stack is complete.
    std::optional<DeferredStack> deferredStackOf(const PerfSample& sample, unsigned mode,
                                                 const PerfSampledSpace& space);
    PerfStack finish(const DeferredStack& deferred, const PerfWords& userChain,
                     const PerfSampledSpace& space);

private:
    enum class AddressKind { Exact, Return };

    /// Known facts about an address in a module.
    struct KnownAddress {
        PerfModuleIndex module;
        std::uint64_t address = 0;
        FrameIndex frame;
        const unwind_row* row = nullptr;
        bool isRowKnown = false;
    };

    void addChain(const PerfWords& chain, unsigned mode, const PerfSampledSpace& space);
    void addBranches(const PerfSample& sample, unsigned mode, const PerfSampledSpace& space);
    void addAddress(std::uint64_t address, unsigned mode, const PerfSampledSpace& space, AddressKind kind);
    void addKernelAddress(std::uint64_t address);
    void addUserAddress(std::uint64_t address, const PerfSampledSpace& space);
    StackEnd walk(const PerfEvent& event, const PerfSample& sample, const PerfSampledSpace& space);
    KnownAddress& entryFor(const PerfArea& area, std::uint64_t address);
    FrameIndex frameIn(PerfModuleIndex module, std::uint64_t address, std::string_view name, FrameKind kind);
    FrameIndex generatedFrame(PerfModuleIndex module, std::uint64_t address);
    const unwind_row* rowAt(const PerfArea& area, std::uint64_t address, bool& isTableMissing);
    StackIndex intern();

    const PerfHeader& m_header;
    PerfModules& m_modules;
    ProfileBuilder& m_builder;
    PerfAddressSpace m_kernelSpace;
    PerfKernelNames m_kernelNames;
    bool m_areKernelNamesOpen = false;
    std::string m_textSymbol;
    std::uint64_t m_textAddress = 0;

    absl::flat_hash_map<FrameIndex, FrameIndex> m_inlinedInto; // for generated code: the frame that a frame
                                                               // is inlined into
    std::vector<FrameIndex> m_frames;                          // frames of the current stack, innermost first
    struct Step {
        FrameIndex frame;
        StackIndex stack;
    };
    std::vector<Step> m_steps; // of the previous stack, from the root on
    std::vector<KnownAddress> m_cache;
};

} // namespace candela
