#include "model/code/jump_lanes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace candela {

namespace {

struct Jump {
    std::size_t from = 0;
    std::size_t to = 0;

    std::size_t first() const { return std::min(from, to); }
    std::size_t last() const { return std::max(from, to); }
    std::size_t length() const { return last() - first(); }
};

/// The rows of one lane that are taken by lines.
class Lane {
public:
    /// Jumps to the same instruction share a lane: their lines join.
    bool isFree(const Jump& jump) const {
        auto next = m_taken.upper_bound(jump.last());
        while (next != m_taken.begin()) {
            --next;
            const auto& [first, taken] = *next;
            if (taken.last < jump.first()) return true;
            if (taken.to != jump.to) return false;
        }
        return true;
    }
    void take(const Jump& jump) {
        Taken taken{jump.last(), jump.to};
        auto first = jump.first();
        // Overlapping lines lead to the same instruction; they become one.
        for (auto next = m_taken.upper_bound(jump.last()); next != m_taken.begin();) {
            --next;
            if (next->second.last < jump.first()) break;
            first = std::min(first, next->first);
            taken.last = std::max(taken.last, next->second.last);
            next = m_taken.erase(next);
        }
        m_taken[first] = taken;
    }
    void draw(std::uint8_t bit, std::vector<JumpCell>& cells) const {
        for (const auto& [first, taken] : m_taken) {
            for (auto row = first; row <= taken.last; ++row) {
                if (row > first) cells[row].above |= bit;
                if (row < taken.last) cells[row].below |= bit;
            }
        }
    }

private:
    struct Taken {
        std::size_t last = 0;
        std::size_t to = 0;
    };
    std::map<std::size_t, Taken> m_taken; // key: the first row
};

std::vector<Jump> jumpsOf(std::span<const InstructionWeight> instructions) {
    std::vector<Jump> jumps;
    for (std::size_t row = 0; row < instructions.size(); ++row) {
        const auto& instruction = instructions[row].instruction;
        const bool isJump =
            instruction.kind == InstructionKind::Jump || instruction.kind == InstructionKind::Branch;
        if (!isJump || !instruction.target) continue;
        const auto target = instructionAt(instructions, *instruction.target);
        if (target < instructions.size()) jumps.push_back({row, target});
    }
    std::ranges::stable_sort(jumps, {}, &Jump::length);
    return jumps;
}

std::uint8_t bitOf(unsigned lane) {
    return static_cast<std::uint8_t>(1U << lane);
}

} // namespace

std::size_t instructionAt(std::span<const InstructionWeight> instructions, std::uint64_t address) {
    const auto found =
        std::ranges::lower_bound(instructions, address, {}, [](const InstructionWeight& instruction) {
            return instruction.instruction.address;
        });
    const bool isThere = found != instructions.end() && found->instruction.address == address;
    return isThere ? static_cast<std::size_t>(found - instructions.begin()) : instructions.size();
}

JumpLanes jumpLanes(std::span<const InstructionWeight> instructions) {
    JumpLanes result;
    result.cells.resize(instructions.size());
    std::vector<Lane> lanes(JumpLanes::maximumLanes);
    for (const auto& jump : jumpsOf(instructions)) {
        const auto lane = std::ranges::find_if(lanes, [&](const Lane& each) { return each.isFree(jump); });
        if (lane == lanes.end()) {
            result.cells[jump.from].isLeftOut = true;
            continue;
        }
        const auto number = static_cast<unsigned>(lane - lanes.begin());
        lane->take(jump);
        result.cells[jump.from].leaves |= bitOf(number);
        result.cells[jump.to].arrives |= bitOf(number);
        result.lanes = std::max(result.lanes, number + 1);
    }
    for (unsigned number = 0; number < result.lanes; ++number)
        lanes[number].draw(bitOf(number), result.cells);
    return result;
}

} // namespace candela
