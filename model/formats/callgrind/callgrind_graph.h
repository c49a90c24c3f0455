/// The contents of one part of a callgrind file: functions with their own costs and the calls between them,
/// without stacks. Rows refer to each other by number. Costs have one number for each event, are never
/// negative, and together fit into 63 bits.
#pragma once

#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace candela {

inline bool isNothing(std::span<const std::int64_t> costs) {
    return std::ranges::all_of(costs, [](std::int64_t cost) { return cost == 0; });
}

class CallgrindGraph {
public:
    /// A position in a function, of an own cost or of a call.
    struct Position {
        std::uint32_t function = 0;
        StringIndex file; ///< file of inlined code, which differs from the function's file
        std::uint32_t line = 0;
        std::uint64_t address = 0;

        bool operator==(const Position&) const = default;
        template<typename H>
        friend H AbslHashValue(H state, const Position& position) {
            return H::combine(std::move(state), position.function, position.file, position.line,
                              position.address);
        }
    };
    struct Function {
        StringIndex name;
        StringIndex file;
        StringIndex module;
    };
    static constexpr std::uint32_t noCallee = 0xffffffff;
    /// A function's own cost at a position, or the inclusive cost of a call from there.
    struct Item {
        Position position;
        std::uint32_t callee = noCallee;
    };

    /// `before` is the maximum sum in other graphs: the costs of all graphs together fit into 63 bits.
    explicit CallgrindGraph(std::size_t events, std::int64_t before = 0)
        : m_events(events), m_before(before), m_sums(events, before) {}

    std::size_t events() const { return m_events; }
    bool isEmpty() const { return m_items.empty(); }
    /// The `before` of a further graph: the sum of each event's costs is at most this.
    std::int64_t largestSum() const { return m_sums.empty() ? m_before : std::ranges::max(m_sums); }
    std::uint32_t function(const Function& function);
    /// Adds costs to the item of this position and callee, which is added if there is none. If a sum would
    /// not fit, returns false and changes nothing.
    bool add(const Item& item, std::span<const std::int64_t> costs);

    const std::vector<Function>& functions() const { return m_functions; }
    const std::vector<Item>& items() const { return m_items; }
    std::span<const std::int64_t> costs(std::size_t item) const {
        return std::span(m_costs).subspan(item * m_events, m_events);
    }

private:
    std::size_t m_events;
    std::int64_t m_before;
    std::vector<std::int64_t> m_sums;
    std::vector<Function> m_functions;
    absl::flat_hash_map<std::tuple<StringIndex, StringIndex, StringIndex>, std::uint32_t> m_functionRows;
    std::vector<Item> m_items;
    std::vector<std::int64_t> m_costs;
    absl::flat_hash_map<std::pair<Position, std::uint32_t>, std::size_t> m_itemRows;
};

} // namespace candela
