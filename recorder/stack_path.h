/// The places of a stack, from the thread's start on. Two samples of a thread that follow each other mostly
/// differ in their last few frames: what they share is kept from one to the next.
#pragma once

#include "bpf/events.h"
#include "recorder/code_place.h"
#include "recorder/module_table.h"
#include "recorder/process_table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

class StackPath {
public:
    struct Step {
        std::uint64_t address = 0; ///< absolute; of a return address the last byte of its call
        CodePlace place;
        std::uint64_t hash = 0; ///< of this place and all before it
        std::uint32_t row = 0;  ///< the caller's: of the stack that ends here
    };

    /// Becomes the path of a sample. `process` has to live, and its modules have to keep their rows, until
    /// this path follows a sample of another process or ends. Returns how many of the first steps are those
    /// of the sample before, with their rows.
    std::size_t follow(const sample_event& event, std::span<const std::uint64_t> frames, LiveProcess& process,
                       ModuleTable& modules);

    std::vector<Step>& steps() { return m_steps; }

private:
    std::size_t sharedSteps(std::span<const std::uint64_t> frames, std::size_t kernelFrames) const;

    const ProcessIdentity* m_process = nullptr; // only to be compared
    std::uint64_t m_space = 0;
    std::size_t m_userSteps = 0; // these come first
    std::vector<Step> m_steps;
};

} // namespace candela
