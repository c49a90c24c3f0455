#include "model/profile/sample_order.h"

#include "model/base/parallel.h"
#include "model/profile/long_column.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// The minimum number of rows that is worth a thread.

template<typename T>
void reorder(std::vector<T>& column, const std::vector<std::uint32_t>& order) {
    if (column.empty()) return;
    std::vector<T> sorted;
    reserveLong(sorted, order.size());
    sorted.resize(order.size());
    const auto parts = partCount(order.size(), rowsWorthAThread);
    inParallel(parts, [&](std::size_t part) {
        for (auto row = order.size() * part / parts; row < order.size() * (part + 1) / parts; ++row)
            sorted[row] = column[order[row]];
    });
    column = std::move(sorted);
}

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
    reorder(table.stack, order);
    reorder(table.weight, order);
    reorder(table.time, order);
    reorder(table.thread, order);
    reorder(table.cpu, order);
    reorder(table.labels, order);
    reorder(table.stackEnd, order);
}

} // namespace candela
