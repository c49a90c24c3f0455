#include "model/unwind/generated/generated_unwind.h"

#include "model/unwind/instructions/followed_code.h"
#include "model/unwind/instructions/unwind_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace candela {

namespace {

constexpr std::uint64_t halfRange = std::uint64_t{1} << 31;
/// The maximum number of jumps from one piece of code to the next.
constexpr unsigned maximumJumpDepth = 4;
constexpr std::size_t maximumOutside = 20'000;
/// The minimum of known jump targets: if nearly all of them agree, unknown ones are assumed to have the same
/// frame.
constexpr std::size_t minimumTargets = 16;
constexpr std::size_t targetsForEachOther = 20;

/// Reads at most `bytes` from the address; fewer if the next page does not exist.
std::size_t readSome(ForeignMemory& memory, std::uint64_t address, std::span<std::byte> bytes) {
    if (memory.read(address, bytes)) return bytes.size();
    const auto inPage = ForeignMemory::pageBytes - address % ForeignMemory::pageBytes;
    const auto part = bytes.first(std::min<std::size_t>(bytes.size(), inPage));
    return memory.read(address, part) ? part.size() : 0;
}

} // namespace

void GeneratedUnwind::add(ForeignMemory& memory, std::span<const Address> addresses) {
    for (const auto& address : addresses) {
        if (m_addresses.size() >= maximumAddresses) return;
        if (m_base == 0) m_base = address.value > halfRange ? address.value - halfRange : 1;
        if (address.value <= m_base || address.value - m_base >= 2 * halfRange - followedBytes) continue;
        m_addresses.push_back(address);
        if (follow(memory, address) == Followed::No) m_unfollowed.push_back(address);
    }
    followByJumps(memory);
}

bool GeneratedUnwind::refresh(ForeignMemory& memory) {
    m_known.clear();
    m_outside.clear();
    m_unfollowed.clear();
    m_byStack = m_byFrame = 0;
    bool isReadable = false;
    for (const auto& address : m_addresses) {
        const auto followed = follow(memory, address);
        isReadable = isReadable || followed != Followed::Unreadable;
        if (followed == Followed::No) m_unfollowed.push_back(address);
    }
    followByJumps(memory);
    return isReadable;
}

/// Compilers of machine code and of traces (QEMU, LuaJIT) chain pieces that all run in one frame, that of the
/// code that entered the first piece. Often only a pointer leads to the next piece. The pieces that a direct
/// jump leads to show the frame.
std::optional<CodeFrame> GeneratedUnwind::frameOfJumps() const {
    std::vector<std::pair<CodeFrame, std::size_t>> frames;
    std::size_t known = 0;
    for (const auto& [address, frame] : m_outside) {
        if (!frame || frame->isStart) continue;
        ++known;
        const auto same = [&](const auto& other) { return other.first == *frame; };
        const auto found = std::ranges::find_if(frames, same);
        if (found != frames.end())
            ++found->second;
        else if (frames.size() < targetsForEachOther)
            frames.emplace_back(*frame, 1);
    }
    const auto most = std::ranges::max_element(frames, {}, [](const auto& frame) { return frame.second; });
    if (known < minimumTargets || (known - most->second) * targetsForEachOther > known) return std::nullopt;
    // A target whose frame is that of a function's entry may be a function, which can end in many ways.
    return most->first.depth == CodeFrame::atEntry ? std::nullopt : std::optional(most->first);
}

void GeneratedUnwind::followByJumps(ForeignMemory& memory) {
    if (m_unfollowed.empty()) return;
    if (const auto frame = frameOfJumps())
        std::erase_if(m_unfollowed, [&](const Address& address) {
            return follow(memory, address, frame) == Followed::Yes;
        });
}

GeneratedUnwind::Followed GeneratedUnwind::follow(ForeignMemory& memory, const Address& address,
                                                  const std::optional<CodeFrame>& somewhere) {
    std::array<std::byte, followedBytes> bytes;
    const auto size = readSome(memory, address.value, bytes);
    if (size == 0) return Followed::Unreadable;
    const auto pc = static_cast<std::uint32_t>(address.value - m_base);
    FollowedCode code(std::span<const std::byte>(bytes).first(size), {});
    const auto findOutside = [&](std::int64_t offset) {
        const auto found = frameAt(memory, address.value + static_cast<std::uint64_t>(offset), 1);
        return found ? found : somewhere;
    };
    code.followFirst(findOutside, somewhere);
    bool isFirst = true;
    code.forEachKnown([&](std::uint32_t offset, const X86Instruction& instruction, const CodeFrame& frame) {
        const auto row = frame.row();
        if (isEnd(row)) return;
        if (isFirst && offset == 0) {
            ++(row.cfa_rule == UNWIND_CFA_FP ? m_byFrame : m_byStack);
            if (address.kind == AddressKind::Return) addKnown(pc - 1, {row, 1, true});
        }
        isFirst = false;
        addKnown(pc + offset, {row, instruction.length, false});
    });
    return code.firstFrame() ? Followed::Yes : Followed::No;
}

/// Compilers share the code that leaves generated code: it may be far away, or part of the compiler.
std::optional<CodeFrame> GeneratedUnwind::frameAt(ForeignMemory& memory, std::uint64_t address,
                                                  unsigned depth) {
    if (depth > maximumJumpDepth || m_outside.size() >= maximumOutside) return std::nullopt;
    const auto [found, isNew] = m_outside.try_emplace(address);
    if (!isNew) return found->second;
    std::array<std::byte, followedBytes> bytes;
    const auto size = readSome(memory, address, bytes);
    FollowedCode code(std::span<const std::byte>(bytes).first(size), {});
    code.followFirst([&](std::int64_t offset) {
        return frameAt(memory, address + static_cast<std::uint64_t>(offset), depth + 1);
    });
    return m_outside[address] = code.firstFrame();
}

void GeneratedUnwind::addKnown(std::uint32_t pc, const Known& known) {
    if (m_known.size() >= maximumRows) return;
    const auto [found, isNew] = m_known.try_emplace(pc, known);
    if (!isNew && found->second.isAssumed) found->second = known;
}

std::vector<unwind_row> GeneratedUnwind::rows() const {
    UnwindRows rows(UnwindRows::Gaps::Code);
    std::uint64_t end = 0;
    for (const auto& [pc, known] : m_known) {
        if (end != 0 && pc > end) rows.end(static_cast<std::uint32_t>(end));
        auto row = known.row;
        row.pc = pc;
        rows.add(row);
        end = std::uint64_t{pc} + known.length;
    }
    if (end != 0 && end <= std::numeric_limits<std::uint32_t>::max())
        rows.end(static_cast<std::uint32_t>(end));
    return rows.take();
}

} // namespace candela
