#include "model/formats/perf_data/perf_data_stacks.h"

#include "model/symbols/names/java_names.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <array>
#include <bit>

namespace candela {

namespace {

constexpr std::size_t cacheSize = 1u << 15;
constexpr std::size_t maximumFrames = 2048;
constexpr std::uint64_t registersOf64Bits = 2;

/// perf's numbers of the registers that unwinding needs
/// (linux: arch/*/include/uapi/asm/ perf_regs.h).
struct RegisterNumbers {
    unsigned pc;
    unsigned sp;
    unsigned fp;
};
constexpr RegisterNumbers registersOfX86{8, 7, 6};
constexpr RegisterNumbers registersOfArm64{32, 31, 29};

/// perf's numbers of DWARF's registers 0 to 15 on x86-64.
constexpr std::array<unsigned, 16> numbersOfDwarf{0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23};

/// The user registers of a sample, by perf's numbers.
class RegisterValues {
public:
    RegisterValues(std::uint64_t mask, const PerfWords& words) : m_mask(mask), m_words(words) {}

    std::optional<std::uint64_t> operator[](unsigned number) const {
        if ((m_mask >> number & 1) == 0) return std::nullopt;
        const auto below = m_mask & ((std::uint64_t(1) << number) - 1);
        return m_words[static_cast<std::size_t>(std::popcount(below))];
    }

private:
    std::uint64_t m_mask;
    const PerfWords& m_words;
};

/// The registers, besides the stack and frame pointers, that unwind rows may use.
unwind_registers otherRegisters(const RegisterValues& values) {
    unwind_registers registers{};
    for (unsigned number = 0; number < numbersOfDwarf.size(); ++number) {
        const auto value = values[numbersOfDwarf[number]];
        if (!value) continue;
        registers.others[number] = *value;
        registers.known = static_cast<unwind_u16>(registers.known | 1u << number);
    }
    return registers;
}

std::optional<unsigned> modeOf(std::uint64_t mark) {
    switch (mark) {
    case perf::ChainHypervisor:
        return perf::ModeHypervisor;
    case perf::ChainKernel:
        return perf::ModeKernel;
    case perf::ChainUser:
        return perf::ModeUser;
    case perf::ChainGuest:
    case perf::ChainGuestKernel:
        return perf::ModeGuestKernel;
    case perf::ChainGuestUser:
        return perf::ModeGuestUser;
    default:
        return std::nullopt;
    }
}

StackEnd endOf(unwind_result result, const DumpedStack& stack, const PerfSample& sample) {
    if (result == UNWIND_COMPLETE) return StackEnd::Complete;
    if (result != UNWIND_UNREADABLE) return StackEnd::NoUnwindData;
    return stack.wasReadBehind && sample.isStackFull ? StackEnd::TooDeep : StackEnd::Unreadable;
}

} // namespace

PerfStacks::PerfStacks(const PerfHeader& header, PerfModules& modules, ProfileBuilder& builder)
    : m_header(header), m_modules(modules), m_builder(builder), m_cache(cacheSize) {}

void PerfStacks::mapKernel(std::uint64_t start, std::uint64_t size, std::uint64_t fileOffset,
                           std::string_view path) {
    // "[kernel.kallsyms]_text" has the address of the symbol _text in place of a file offset.
    if (path.starts_with("[kernel.kallsyms]")) {
        m_textSymbol = path.substr(path.find(']') + 1);
        m_textAddress = m_textSymbol.empty() ? 0 : fileOffset;
    }
    const auto end = start + size < start ? ~std::uint64_t(0) : start + size;
    m_kernelSpace.insert({start, end, 0, m_modules.internKernel(path)});
}

PerfStack PerfStacks::stackOf(const PerfEvent& event, const PerfSample& sample, unsigned mode,
                              const PerfSampledSpace& space) {
    m_frames.clear();
    StackEnd end = StackEnd::Unknown;
    const bool hasBranches = (event.branchSampleType & perf::branchCallStack) && sample.branches.size() > 0;
    const bool hasStack = event.has(perf::UserStack) && event.has(perf::UserRegisters);
    if (hasBranches) {
        addBranches(sample, mode, space);
    } else {
        addChain(sample.chain, mode, space);
        if (hasStack) end = walk(event, sample, space);
    }
    if (m_frames.empty() && event.has(perf::Ip)) addAddress(sample.ip, mode, space, AddressKind::Exact);
    return {intern(), end};
}

void PerfStacks::addChain(const PerfWords& chain, unsigned mode, const PerfSampledSpace& space) {
    auto kind = AddressKind::Exact;
    for (std::size_t row = 0; row < std::min(chain.size(), maximumFrames); ++row) {
        const auto address = chain[row];
        if (address >= perf::FirstChainMark) {
            if (address == perf::ChainUserDeferred) return;
            if (const auto marked = modeOf(address)) mode = *marked;
            kind = AddressKind::Exact;
            continue;
        }
        addAddress(address, mode, space, kind);
        kind = AddressKind::Return;
    }
}

/// The kernel part of the callchain, then the calls that the processor recorded: each branch leads into the
/// function of the previous one.
void PerfStacks::addBranches(const PerfSample& sample, unsigned mode, const PerfSampledSpace& space) {
    bool isInKernel = false;
    for (std::size_t row = 0; row < std::min(sample.chain.size(), maximumFrames); ++row) {
        const auto address = sample.chain[row];
        if (address >= perf::FirstChainMark)
            isInKernel = address == perf::ChainKernel;
        else if (isInKernel)
            addAddress(address, perf::ModeKernel, space,
                       m_frames.empty() ? AddressKind::Exact : AddressKind::Return);
    }
    constexpr std::size_t wordsOfBranch = 3;
    const auto first = mode == perf::ModeUser ? sample.ip : sample.branches[1];
    addAddress(first, perf::ModeUser, space, AddressKind::Exact);
    for (std::size_t row = 0; row + wordsOfBranch <= sample.branches.size(); row += wordsOfBranch)
        addAddress(sample.branches[row], perf::ModeUser, space, AddressKind::Exact);
}

void PerfStacks::addAddress(std::uint64_t address, unsigned mode, const PerfSampledSpace& space,
                            AddressKind kind) {
    // The call is the instruction before the return address.
    if (kind == AddressKind::Return && address > 0) --address;
    if (mode == perf::ModeKernel) return addKernelAddress(address);
    if (mode == perf::ModeUser) return addUserAddress(address, space);
    Frame frame;
    frame.address = address;
    frame.kind = FrameKind::Unknown;
    if (mode == perf::ModeGuestKernel || mode == perf::ModeHypervisor)
        frame.mapping = m_modules.mapping(
            m_modules.internKernel(mode == perf::ModeHypervisor ? "[hypervisor]" : "[guest.kernel]"));
    m_frames.push_back(m_builder.frame(frame));
}

PerfStacks::KnownAddress& PerfStacks::entryFor(const PerfArea& area, std::uint64_t address) {
    auto& known = m_cache[absl::HashOf(area.module, address) % cacheSize];
    if (known.module == area.module && known.address == address) return known;
    known = KnownAddress{area.module, address, {}, nullptr, false};
    return known;
}

FrameIndex PerfStacks::frameIn(PerfModuleIndex module, std::uint64_t address, std::string_view name,
                               FrameKind kind) {
    Frame frame;
    frame.mapping = m_modules.mapping(module);
    frame.address = address;
    frame.kind = kind;
    if (!name.empty()) {
        const auto text = m_builder.string(name);
        frame.function =
            m_builder.function({.name = text, .rawName = text, .file = {}, .mapping = frame.mapping});
    }
    return m_builder.frame(frame);
}

void PerfStacks::addKernelAddress(std::uint64_t address) {
    const auto* area = m_kernelSpace.find(address);
    const auto wholeKernel =
        area ? *area : PerfArea{0, ~std::uint64_t(0), 0, m_modules.internKernel("[kernel.kallsyms]")};
    auto& known = entryFor(wholeKernel, address);
    if (!known.frame) {
        if (!m_areKernelNamesOpen) {
            m_areKernelNamesOpen = true;
            m_kernelNames.open(m_header, m_textSymbol, m_textAddress);
        }
        const bool isKernel = m_modules[wholeKernel.module].path.starts_with("[kernel");
        const auto name = m_kernelNames.find(address, isKernel ? PerfKernelNames::Code::Kernel
                                                               : PerfKernelNames::Code::Module);
        known.frame = frameIn(wholeKernel.module, address - wholeKernel.start, name, FrameKind::Kernel);
    }
    m_frames.push_back(known.frame);
}

void PerfStacks::addUserAddress(std::uint64_t address, const PerfSampledSpace& space) {
    const auto* area = space.user.find(address);
    if (!area) {
        Frame frame;
        frame.address = address;
        m_frames.push_back(m_builder.frame(frame));
        return;
    }
    const bool isGenerated = m_modules[area->module].kind == PerfModuleKind::Generated;
    const auto inModule = isGenerated ? address : address - area->start + area->fileOffset;
    auto& known = entryFor(*area, inModule);
    if (!known.frame)
        known.frame = isGenerated ? generatedFrame(area->module, address)
                                  : frameIn(area->module, inModule, {}, FrameKind::User);
    m_frames.push_back(known.frame);
    for (auto caller = m_inlinedInto.find(known.frame); caller != m_inlinedInto.end();
         caller = m_inlinedInto.find(caller->second))
        m_frames.push_back(caller->second);
}

/// The innermost of the methods at an address.
FrameIndex PerfStacks::generatedFrame(PerfModuleIndex module, std::uint64_t address) {
    const auto name = m_modules.generatedName(module, address);
    const auto methods = inlinedMethods(name);
    auto innermost = frameIn(module, address, methods.front(), FrameKind::User);
    for (std::size_t depth = 1; depth < std::min(methods.size(), maximumFrames); ++depth) {
        const auto mapping = m_modules.mapping(module);
        const auto text = m_builder.string(methods[depth]);
        const auto inlined = m_builder.frame(
            {.function = m_builder.function({.name = text, .rawName = text, .file = {}, .mapping = mapping}),
             .mapping = mapping,
             .address = address,
             .inlineDepth = static_cast<std::uint16_t>(depth),
             .kind = FrameKind::Inlined});
        m_inlinedInto.try_emplace(inlined, innermost);
        innermost = inlined;
    }
    return innermost;
}

/// How to unwind the code at an address; null if that is not known.
const unwind_row* PerfStacks::rowAt(const PerfArea& area, std::uint64_t address, bool& isTableMissing) {
    const auto* table = m_modules.table(area.module);
    if (!table) {
        if (m_modules[area.module].kind == PerfModuleKind::Generated)
            return m_modules.generatedRow(area.module, address);
        isTableMissing = true;
        return nullptr;
    }
    auto& known = entryFor(area, address - area.start + area.fileOffset);
    if (!known.isRowKnown) {
        known.row = findUnwindRow(*table, known.address);
        known.isRowKnown = true;
    }
    return known.row;
}

StackEnd PerfStacks::walk(const PerfEvent& event, const PerfSample& sample, const PerfSampledSpace& space) {
    if (sample.registerWidth == 0) return StackEnd::None;
    if (sample.registerWidth != registersOf64Bits) return StackEnd::NoUnwindData;
    const bool isArm = m_header.architecture.starts_with("aarch64");
    const auto& numbers = isArm ? registersOfArm64 : registersOfX86;
    const RegisterValues values(event.userRegisters, sample.registers);
    const auto pc = values[numbers.pc];
    const auto sp = values[numbers.sp];
    if (!pc || !sp) return StackEnd::Failed;
    auto registers = isArm ? unwind_registers{} : otherRegisters(values);
    registers.pc = *pc;
    registers.sp = *sp;
    registers.fp = values[numbers.fp].value_or(0);
    unwind_saved_frames savedFrames;
    DumpedStack stack{*sp, sample.stack, false, &savedFrames};
    bool isExact = true;
    bool isTableMissing = false;
    for (std::size_t count = 0; count < maximumFrames; ++count) {
        const auto address = registers.pc - (isExact ? 0 : 1);
        addUserAddress(address, space);
        const auto* area = space.user.find(address);
        if (!area) return isTableMissing ? StackEnd::TableMissing : StackEnd::NoMapping;
        const auto* row = rowAt(*area, address, isTableMissing);
        const bool isGenerated = m_modules[area->module].kind == PerfModuleKind::Generated;
        const auto result =
            row ? stepByRow(registers, *row, stack)
                : stepWithoutRow(registers, isGenerated ? UNWIND_CODE_GENERATED : UNWIND_CODE_OF_FILE, stack);
        isExact = result == UNWIND_STEPPED_SIGNAL;
        if (result == UNWIND_STEPPED || result == UNWIND_STEPPED_SIGNAL) continue;
        // a guessed stack has no known end
        return isTableMissing ? StackEnd::TableMissing : endOf(result, stack, sample);
    }
    return StackEnd::TooDeep;
}

/// Reuses the frames that the previous stack has in common with this one, from the root on.
StackIndex PerfStacks::intern() {
    std::size_t shared = 0;
    auto frame = m_frames.rbegin();
    while (frame != m_frames.rend() && shared < m_steps.size() && m_steps[shared].frame == *frame) {
        ++shared;
        ++frame;
    }
    m_steps.resize(shared);
    for (; frame != m_frames.rend(); ++frame) {
        const auto caller = m_steps.empty() ? StackIndex() : m_steps.back().stack;
        m_steps.push_back({*frame, m_builder.stack(caller, *frame)});
    }
    return m_steps.empty() ? StackIndex() : m_steps.back().stack;
}

std::optional<PerfStacks::DeferredStack> PerfStacks::deferredStackOf(const PerfSample& sample, unsigned mode,
                                                                     const PerfSampledSpace& space) {
    const auto& chain = sample.chain;
    for (std::size_t row = 0; row + 1 < chain.size(); ++row) {
        if (chain[row] != perf::ChainUserDeferred) continue;
        m_frames.clear();
        addChain(chain, mode, space);
        return DeferredStack{m_frames, chain[row + 1]};
    }
    return std::nullopt;
}

PerfStack PerfStacks::finish(const DeferredStack& deferred, const PerfWords& userChain,
                             const PerfSampledSpace& space) {
    m_frames = deferred.frames;
    addChain(userChain, perf::ModeUser, space);
    return {intern(), StackEnd::Unknown};
}

} // namespace candela
