#include "model/formats/chrome/trace_spans.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>

namespace candela {

struct TraceSpans::Target {
    ProfileBuilder& builder;
    ValueTypeIndex value;
    ThreadIndex thread;
    std::int64_t origin;
};

std::int64_t TraceSpans::firstTime() const {
    auto first = std::numeric_limits<std::int64_t>::max();
    for (const auto& mark : m_marks)
        first = std::min(first, mark.time);
    return first;
}

bool TraceSpans::hasTime() const {
    return std::ranges::any_of(m_marks, [](const Mark& mark) { return mark.end > mark.time; });
}

void TraceSpans::match() {
    std::ranges::stable_sort(m_marks, {}, &Mark::time);
    std::int64_t last = m_marks.empty() ? 0 : m_marks.back().time;
    std::vector<std::size_t> begun; // rows of the spans that have begun, including those that were ended by
                                    // name
    absl::flat_hash_map<StringIndex, std::vector<std::size_t>> begunByName;
    const auto takeLast = [&](std::vector<std::size_t>& rows) -> Mark* {
        while (!rows.empty()) {
            auto& mark = m_marks[rows.back()];
            rows.pop_back();
            if (mark.end == openEnd) return &mark;
        }
        return nullptr;
    };
    for (std::size_t row = 0; row < m_marks.size(); ++row) {
        auto& mark = m_marks[row];
        if (mark.kind == Mark::Begin) {
            begun.push_back(row);
            begunByName[mark.name].push_back(row);
        } else if (mark.kind == Mark::End) {
            auto* begin = takeLast(mark.name.isNone() ? begun : begunByName[mark.name]);
            m_hasUnknownEnds |= !begin;
            if (begin) begin->end = mark.time;
        } else {
            last = std::max(last, mark.end);
        }
    }
    std::erase_if(m_marks, [](const Mark& mark) { return mark.kind == Mark::End; });
    for (auto& mark : m_marks) {
        m_hasOpenEnds |= mark.end == openEnd;
        if (mark.end == openEnd) mark.end = last;
    }
    // Of spans that begin at the same time, the longest is the caller.
    std::ranges::stable_sort(m_marks, [](const Mark& left, const Mark& right) {
        return left.time != right.time ? left.time < right.time : left.end > right.end;
    });
}

void TraceSpans::addTo(ProfileBuilder& builder, ValueTypeIndex value, ThreadIndex thread,
                       std::int64_t origin) {
    if (m_marks.empty()) return;
    Target target{builder, value, thread, origin};
    m_now = m_marks.front().time;
    builder.setLasts(value);
    for (const auto& mark : m_marks) {
        if (mark.end != openEnd) builder.coverUntil(mark.end - origin); // a span may lead to no sample
        endSpansUntil(mark.time, target);
        advance(mark.time, target);
        open(mark, target);
    }
    endSpansUntil(openEnd, target);
}

void TraceSpans::open(const Mark& mark, Target& target) {
    if (mark.end <= mark.time) return;
    m_isTooDeep |= m_open.size() == maximumLevels;
    if (m_open.size() == maximumLevels) return;
    const auto caller = m_open.empty() ? StackIndex() : m_open.back().stack;
    m_open.push_back({mark.frame, mark.end, target.builder.stack(caller, mark.frame)});
    m_nextEnd = std::min(m_nextEnd, mark.end);
}

/// Closes an open span. The spans that it called stay open without it.
void TraceSpans::close(std::size_t level, Target& target) {
    const bool hasCallees = level + 1 < m_open.size();
    m_open.erase(m_open.begin() + std::ptrdiff_t(level));
    m_isTorn = hasCallees || (m_isTorn && !m_open.empty());
    auto caller = level == 0 ? StackIndex() : m_open[level - 1].stack;
    for (auto row = level; row < m_open.size(); ++row)
        m_open[row].stack = caller = target.builder.stack(caller, m_open[row].frame);
    m_nextEnd = openEnd;
    for (const auto& open : m_open)
        m_nextEnd = std::min(m_nextEnd, open.end);
}

/// Closes spans with a known end, the earliest first; for equal ends, the innermost first.
void TraceSpans::endSpansUntil(std::int64_t time, Target& target) {
    while (!m_open.empty() && m_nextEnd <= time) {
        auto level = m_open.size() - 1;
        while (m_open[level].end != m_nextEnd)
            --level;
        advance(m_nextEnd, target);
        close(level, target);
    }
}

void TraceSpans::advance(std::int64_t time, Target& target) {
    if (time <= m_now) return;
    m_hasOverlaps |= m_isTorn && !m_open.empty();
    m_isTorn = false;
    if (!m_open.empty())
        target.builder.addSample(target.value, {.stack = m_open.back().stack,
                                                .weight = time - m_now,
                                                .time = m_now - target.origin,
                                                .thread = target.thread,
                                                .labels = {}});
    m_now = time;
}

} // namespace candela
