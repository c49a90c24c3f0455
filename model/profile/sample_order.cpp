#include "model/profile/sample_order.h"

#include "model/base/parallel.h"
#include "model/profile/long_column.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Puts columns into an order. All of them go through the same memory: getting new memory for each column
/// takes longer than copying it back.
class Reordering {
public:
    explicit Reordering(const std::vector<std::uint32_t>& order)
        : m_order(order), m_parts(partCount(order.size(), rowsWorthAThread)) {}

    template<typename T>
    void apply(std::vector<T>& column) {
        static_assert(sizeof(T) <= sizeof(std::int64_t) && std::is_trivially_copyable_v<T>);
        if (column.empty()) return;
        if (m_memory.empty()) m_memory = longColumn<std::int64_t>(m_order.size());
        auto* const bytes = reinterpret_cast<std::byte*>(m_memory.data());
        forEachPart([&](std::size_t begin, std::size_t end) {
            for (auto row = begin; row < end; ++row)
                std::memcpy(bytes + row * sizeof(T), &column[m_order[row]], sizeof(T));
        });
        if constexpr (std::is_same_v<T, std::int64_t>) {
            column.swap(m_memory);
        } else {
            forEachPart([&](std::size_t begin, std::size_t end) {
                std::memcpy(&column[begin], bytes + begin * sizeof(T), (end - begin) * sizeof(T));
            });
        }
    }

private:
    void forEachPart(auto&& work) const {
        inParallel(m_parts, [&](std::size_t part) {
            work(m_order.size() * part / m_parts, m_order.size() * (part + 1) / m_parts);
        });
    }

    const std::vector<std::uint32_t>& m_order;
    std::size_t m_parts;
    std::vector<std::int64_t> m_memory;
};

/// Sorts rows by time; rows of the same time remain in their order, which ascends.
class TimeOrder {
public:
    explicit TimeOrder(const std::vector<std::int64_t>& time) : m_time(time) {}

    void sort(std::span<std::uint32_t> rows) {
        const auto timeOf = [this](std::uint32_t row) { return m_time[row]; };
        if (std::ranges::is_sorted(rows, {}, timeOf)) return;
        m_keys.clear();
        for (const auto row : rows)
            m_keys.emplace_back(m_time[row], row);
        if (!insertEach()) std::ranges::sort(m_keys);
        std::ranges::transform(m_keys, rows.begin(), [](const auto& key) { return key.second; });
    }

private:
    /// Insertion, which is fastest if most rows are near their positions. False if they are not.
    bool insertEach() {
        auto movesLeft = 8 * m_keys.size();
        for (std::size_t next = 1; next < m_keys.size(); ++next) {
            const auto key = m_keys[next];
            auto position = next;
            for (; position > 0 && key < m_keys[position - 1] && movesLeft > 0; --position, --movesLeft)
                m_keys[position] = m_keys[position - 1];
            m_keys[position] = key;
            if (movesLeft == 0) return false;
        }
        return true;
    }

    const std::vector<std::int64_t>& m_time;
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_keys;
};

/// The rows of a sample table in the order of thread, then time; the sort is stable. Inputs are mostly in the
/// order of time already; then a counting sort by thread suffices.
std::vector<std::uint32_t> sampleOrder(const SampleTable& table) {
    const auto size = table.size();
    std::uint32_t threads = 0;
    for (const auto thread : table.thread)
        if (thread) threads = std::max(threads, thread.row() + 1);
    const auto bucketOf = [&](std::size_t row) {
        const auto thread = table.threadAt(row);
        return thread ? thread.row() : threads; // samples without a thread are last
    };
    std::vector<std::uint32_t> ends(threads + 1);
    for (std::size_t row = 0; row < size; ++row)
        ++ends[bucketOf(row)];
    std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), 0u);
    auto order = longColumn<std::uint32_t>(size);
    for (std::size_t row = 0; row < size; ++row)
        order[ends[bucketOf(row)]++] = static_cast<std::uint32_t>(row);
    if (table.time.empty()) return order;
    RowBlocks buckets(ends.size(), 1);
    inParallel(partCount(size, rowsWorthAThread), [&](std::size_t) {
        TimeOrder byTime(table.time);
        while (const auto block = buckets.next()) {
            const auto begin = block->first == 0 ? 0 : ends[block->first - 1];
            byTime.sort(std::span(order).subspan(begin, ends[block->first] - begin));
        }
    });
    return order;
}

bool isSorted(const SampleTable& table) {
    for (std::size_t row = 1; row < table.size(); ++row) {
        const auto before = table.threadAt(row - 1);
        const auto here = table.threadAt(row);
        if (before > here || (before == here && table.timeAt(row - 1) > table.timeAt(row))) return false;
    }
    return true;
}

} // namespace

void sortSamples(SampleTable& table) {
    if (isSorted(table)) return;
    const auto order = sampleOrder(table);
    Reordering reordering(order);
    reordering.apply(table.stack);
    reordering.apply(table.weight);
    reordering.apply(table.time);
    reordering.apply(table.thread);
    reordering.apply(table.cpu);
    reordering.apply(table.labels);
    reordering.apply(table.stackEnd);
}

} // namespace candela
