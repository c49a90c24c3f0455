#include "model/code/code_around.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Less code on each side of an instruction does not show what it is part of.
constexpr std::uint64_t minimumRadius = 48;

/// Chooses whole instructions of a function.
class InstructionRanges {
public:
    InstructionRanges(const FunctionCode& code, std::vector<std::uint64_t> starts)
        : m_code(code), m_starts(std::move(starts)) {}

    /// The code within `radius` bytes of each address, in ascending order.
    std::vector<AddressRange> around(std::span<const std::uint64_t> addresses, std::uint64_t radius) const {
        std::vector<AddressRange> ranges;
        for (const auto address : addresses) {
            const auto part = std::ranges::find_if(
                m_code.parts, [&](const CodePart& candidate) { return candidate.range().covers(address); });
            if (part != m_code.parts.end()) ranges.push_back(around(part->range(), address, radius));
        }
        std::ranges::sort(ranges, {}, &AddressRange::begin);
        std::vector<AddressRange> merged;
        for (const auto& range : ranges) {
            if (!merged.empty() && range.begin < merged.back().end && range.end > merged.back().end)
                merged.back().end = range.end;
            else if (merged.empty() || range.begin >= merged.back().end)
                merged.push_back(range);
        }
        return merged;
    }

    /// The largest radius with which there are at most `maximumBytes`; 0 if there is none.
    std::uint64_t radiusFor(std::span<const std::uint64_t> addresses, std::size_t maximumBytes) const {
        std::uint64_t fitting = 0;
        std::uint64_t tooLarge = maximumBytes + 1;
        while (tooLarge - fitting > 1) {
            const auto middle = fitting + (tooLarge - fitting) / 2;
            (size(around(addresses, middle)) <= maximumBytes ? fitting : tooLarge) = middle;
        }
        return fitting;
    }

private:
    static std::size_t size(const std::vector<AddressRange>& ranges) {
        std::size_t sum = 0;
        for (const auto& range : ranges)
            sum += range.size();
        return sum;
    }

    AddressRange around(const AddressRange& part, std::uint64_t address, std::uint64_t radius) const {
        const auto begin = address - std::min(radius, address - part.begin);
        const auto end = address + std::min(radius, part.end - address);
        const auto first = std::ranges::lower_bound(m_starts, begin);
        auto last = std::ranges::upper_bound(m_starts, std::max(end, address + 1) - 1);
        // An instruction that ends behind the radius is left out, but the address has its own instruction.
        const auto endOf = [&](auto next) {
            return next == m_starts.end() ? part.end : std::min(*next, part.end);
        };
        if (last != m_starts.begin() && endOf(last) > end && *std::prev(last) > address) --last;
        return {first == m_starts.end() ? begin : std::min(*first, address), endOf(last)};
    }

    const FunctionCode& m_code;
    std::vector<std::uint64_t> m_starts; // of all instructions
};

CodePart partOf(const FunctionCode& code, const AddressRange& range) {
    const auto part = std::ranges::find_if(
        code.parts, [&](const CodePart& whole) { return whole.range().covers(range.begin); });
    const auto first = part->bytes.begin() + static_cast<std::ptrdiff_t>(range.begin - part->start);
    return {range.begin, {first, first + static_cast<std::ptrdiff_t>(range.size())}};
}

} // namespace

void keepAround(FunctionCode& code, std::span<const std::uint64_t> addresses, std::size_t maximumBytes,
                ReadStarts readStarts) {
    std::size_t size = 0;
    for (const auto& part : code.parts)
        size += part.bytes.size();
    if (size <= maximumBytes) return;
    auto starts = readStarts(code);
    std::vector<CodePart> kept;
    if (starts) {
        const InstructionRanges ranges(code, std::move(*starts));
        auto radius = ranges.radiusFor(addresses, maximumBytes);
        for (; radius < minimumRadius && addresses.size() > 1;
             radius = ranges.radiusFor(addresses, maximumBytes))
            addresses = addresses.first(addresses.size() - 1);
        if (radius > 0) {
            for (const auto& range : ranges.around(addresses, radius))
                kept.push_back(partOf(code, range));
        }
    }
    code.parts = std::move(kept);
    code.isCut = true;
}

} // namespace candela
