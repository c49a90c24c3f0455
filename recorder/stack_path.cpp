#include "recorder/stack_path.h"

#include <algorithm>

namespace candela {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9fb21c651e98df25;
    return hash ^ hash >> 29;
}

std::uint64_t mix(std::uint64_t hash, const CodePlace& place) {
    const auto kind = std::uint64_t{place.module.row()} << 8 | static_cast<std::uint8_t>(place.kind);
    return mix(mix(hash, kind), place.address);
}

/// The innermost frames of both parts are no return addresses, all others are.
std::uint64_t addressOf(std::span<const std::uint64_t> frames, std::size_t frame, std::size_t kernelFrames) {
    const bool isReturn = frame != 0 && frame != kernelFrames && frames[frame] > 0;
    return frames[frame] - isReturn;
}

/// Finds places of one process; frames that follow each other are mostly in one range.
class Finder {
public:
    Finder(LiveProcess& process, ModuleTable& modules) : m_process(process), m_modules(modules) {}

    CodePlace find(std::uint64_t address) {
        if (!m_range || address < m_range->start || address >= m_range->end)
            m_range = m_process.space->find(address);
        if (!m_range || m_range->module.isNone()) return {CodeKind::Unmapped, {}, address};
        switch (m_modules[m_range->module].kind) {
        case ModuleKind::Generated:
            if (m_process.generatedCode.isNone())
                m_process.generatedCode =
                    m_modules.internGenerated(m_process.identity->pid, m_process.identity->startTime);
            return {CodeKind::Module, m_process.generatedCode, address};
        case ModuleKind::Vdso:
            return {CodeKind::Module, m_range->module, address - m_range->start};
        case ModuleKind::File:
            break;
        }
        return {CodeKind::Module, m_range->module, address - m_range->start + m_range->fileOffset};
    }

private:
    LiveProcess& m_process;
    ModuleTable& m_modules;
    const MappedRange* m_range = nullptr;
};

} // namespace

std::size_t StackPath::sharedSteps(std::span<const std::uint64_t> frames, std::size_t kernelFrames) const {
    const auto userFrames = frames.size() - kernelFrames;
    auto most = std::min(frames.size(), m_steps.size());
    // Beyond the shorter user part one would have kernel frames where the other has the user's.
    if (userFrames != m_userSteps) most = std::min({most, userFrames, m_userSteps});
    std::size_t shared = 0;
    while (shared < most &&
           m_steps[shared].address == addressOf(frames, frames.size() - 1 - shared, kernelFrames))
        ++shared;
    return shared;
}

std::size_t StackPath::follow(const sample_event& event, std::span<const std::uint64_t> frames,
                              LiveProcess& process, ModuleTable& modules) {
    const std::size_t kernelFrames = event.kernel_frames;
    const bool isSameCode = m_process == process.identity.get() && m_space == process.space->identity();
    const auto shared = isSameCode ? sharedSteps(frames, kernelFrames) : 0;
    m_process = process.identity.get();
    m_space = process.space->identity();
    m_userSteps = frames.size() - kernelFrames;
    m_steps.resize(frames.size());
    Finder finder(process, modules);
    auto hash = shared > 0 ? m_steps[shared - 1].hash : 0;
    for (auto step = shared; step < m_steps.size(); ++step) {
        const auto address = addressOf(frames, frames.size() - 1 - step, kernelFrames);
        const auto place =
            step < m_userSteps ? finder.find(address) : CodePlace{CodeKind::Kernel, {}, address};
        hash = mix(hash, place);
        m_steps[step] = {address, place, hash, 0};
    }
    return shared;
}

} // namespace candela
