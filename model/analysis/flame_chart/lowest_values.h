/// Finds the next or previous low number in a long list in logarithmic time: minima of 16 numbers, of 16 such
/// minima, and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace candela {

class LowestValues {
public:
    LowestValues() = default;
    explicit LowestValues(std::vector<std::uint16_t> values);

    std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size(); }
    std::uint16_t operator[](std::size_t index) const { return m_levels.front()[index]; }
    /// The first index, from `from` on, whose number is at most `limit`; size() if there is none.
    std::size_t firstAtMost(std::size_t from, std::uint32_t limit) const;
    /// The last index, up to and including `from`, whose number is at most `limit`; none if there is none.
    std::optional<std::size_t> lastAtMost(std::size_t from, std::uint32_t limit) const;

private:
    std::vector<std::vector<std::uint16_t>> m_levels; ///< the numbers themselves, then the minima
};

} // namespace candela
