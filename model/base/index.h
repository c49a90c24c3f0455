/// A typed row number of a table, or none. Four bytes; different kinds of Index can't be mixed up.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace candela {

template<typename Tag>
class Index {
public:
    static constexpr std::uint32_t noneValue = std::numeric_limits<std::uint32_t>::max();

    constexpr Index() = default;
    constexpr explicit Index(std::size_t row) : m_row(static_cast<std::uint32_t>(row)) {}

    static constexpr Index none() { return Index(); }
    constexpr bool isNone() const { return m_row == noneValue; }
    constexpr explicit operator bool() const { return m_row != noneValue; }
    /// The row, to index a column with. Must not be none.
    constexpr std::uint32_t row() const { return m_row; }

    constexpr auto operator<=>(const Index&) const = default;

    template<typename H>
    friend H AbslHashValue(H state, const Index& index) {
        return H::combine(std::move(state), index.m_row);
    }

private:
    std::uint32_t m_row = noneValue;
};

} // namespace candela

template<typename Tag>
struct std::hash<candela::Index<Tag>> {
    std::size_t operator()(const candela::Index<Tag>& index) const noexcept { return index.row(); }
};
