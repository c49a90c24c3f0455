#include "app/commands/profiles/fail_rule.h"

#include "model/comparison/change_text.h"
#include "model/comparison/series/series_text.h"
#include "model/comparison/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace candela {

namespace {

/// One-sided: an interval of 95 % leaves the same probability beyond each end.
constexpr double ruleLevel = (1 - intervalLevel) / 2;

constexpr std::string_view functionStart = "function ", totalStart = "total ",
                           newFunctionShare = "new-function share";
constexpr std::string_view slower = "slower", faster = "faster";

std::optional<double> percentOf(std::string_view text) {
    double percent = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), percent);
    const bool isWhole = problem == std::errc() && std::string_view(end, text.data() + text.size()) == "%";
    if (!isWhole || !(percent >= 0) || percent > 1e6) return {};
    return percent / 100;
}

/// The text before the last space, and after it.
std::pair<std::string_view, std::string_view> lastWord(std::string_view text) {
    const auto space = text.rfind(' ');
    if (space == std::string_view::npos) return {{}, text};
    return {text.substr(0, space), text.substr(space + 1)};
}

std::string changeAndInterval(std::optional<double> change, std::int64_t base, std::int64_t newWeight,
                              const std::optional<ChangeInterval>& interval) {
    return fmt::format("{} (95 %: {})", changeText(change, base, newWeight), intervalText(interval));
}

} // namespace

Result<FailRule> FailRule::create(const std::string& text) {
    const auto bad = [&](std::string_view why) {
        return failure(fmt::format("invalid rule \"{}\": {}", text, why), ErrorCode::Usage,
                       "write 'function RE slower 5%', 'total slower 2%' or 'new-function share 1%'");
    };
    FailRule rule;
    rule.m_text = text;
    const auto [start, number] = lastWord(text);
    const auto limit = percentOf(number);
    if (!limit) return bad("it does not end in N%");
    rule.m_limit = *limit;
    if (start == newFunctionShare) {
        rule.m_subject = Subject::NewFunction;
        return rule;
    }
    const auto [subject, direction] = lastWord(start);
    if (direction != slower && direction != faster) return bad("it contains neither slower nor faster");
    rule.m_direction = direction == slower ? Direction::Slower : Direction::Faster;
    if (rule.m_direction == Direction::Faster && rule.m_limit >= 1)
        return bad("nothing is faster by 100 % or more");
    if (subject == totalStart.substr(0, totalStart.size() - 1)) {
        rule.m_subject = Subject::Total;
        return rule;
    }
    if (!text.starts_with(functionStart) || subject.size() <= functionStart.size())
        return bad("it names neither a function nor the total");
    auto pattern = TextPattern::create(std::string(subject.substr(functionStart.size())));
    if (!pattern) return bad("the text after \"function\" is not a regular expression");
    rule.m_pattern = std::move(*pattern);
    return rule;
}

std::string FailRule::directionWords(const Comparison& comparison) const {
    return verdictWords(m_direction == Direction::Slower ? Verdict::Slower : Verdict::Faster, comparison);
}

std::vector<std::string> FailRule::changedFunctions(const Comparison& comparison) const {
    struct Candidate {
        const ComparisonRow* row;
        std::optional<RatioTest> self, total;
    };
    std::vector<Candidate> candidates;
    std::size_t tests = 0;
    RowTests rowTests(comparison);
    for (const auto& row : comparison.rows) {
        if (!m_pattern->matches(row.name)) continue;
        auto& candidate =
            candidates.emplace_back(&row, rowTests.of(row, Weighed::Self), rowTests.of(row, Weighed::Total));
        if (isLeaf(row) || row.selfGap != EvidenceGap::None) candidate.self.reset();
        if (row.totalGap != EvidenceGap::None) candidate.total.reset();
        tests += static_cast<std::size_t>(candidate.self.has_value()) + candidate.total.has_value();
    }
    const double level = ruleLevel / static_cast<double>(std::max<std::size_t>(tests, 1));
    const auto isCertain = [&](const std::optional<RatioTest>& test) {
        if (!test) return false;
        const double chance =
            m_direction == Direction::Slower ? test->chanceOfMore(m_limit) : test->chanceOfLess(-m_limit);
        return chance <= level;
    };
    std::vector<std::string> sentences;
    for (const auto& [row, self, total] : candidates) {
        if (isCertain(total))
            sentences.push_back(fmt::format("{}: {} is {}: total {}", m_text, row->name,
                                            directionWords(comparison),
                                            changeAndInterval(row->totalChange, row->baseTotal, row->newTotal,
                                                              row->evidence().totalInterval)));
        else if (isCertain(self))
            sentences.push_back(fmt::format("{}: {} is {}: self {}", m_text, row->name,
                                            directionWords(comparison),
                                            changeAndInterval(row->selfChange, row->baseSelf, row->newSelf,
                                                              row->evidence().selfInterval)));
    }
    return sentences;
}

std::vector<std::string> FailRule::newFunctions(const Comparison& comparison) const {
    std::vector<const ComparisonRow*> added;
    for (const auto& row : comparison.rows)
        if (!row.base && row.newGroup && row.gap() == EvidenceGap::None) added.push_back(&row);
    std::vector<std::string> sentences;
    for (const auto* row : added) {
        if (sureNewShare(comparison, *row, ruleLevel / static_cast<double>(added.size())) <= m_limit)
            continue;
        const double share = normalizedWeight(row->newTotal, comparison.newSide, Normalize::Share);
        sentences.push_back(fmt::format("{}: {} is new and has {:.1f} %", m_text, row->name, 100 * share));
    }
    return sentences;
}

Result<void> FailRule::checkTotal(Normalize normalize) const {
    if (normalize != Normalize::Share) return {};
    return failure(
        fmt::format("the rule \"{}\" can't be checked by shares, whose total never changes", m_text),
        ErrorCode::Usage, "use --normalize duration, cpu, work or none");
}

Result<std::vector<std::string>> FailRule::changedTotal(const Comparison& comparison) const {
    TRY(checkTotal(comparison.normalize));
    const auto test = totalTest(comparison);
    if (!test) return std::vector<std::string>();
    const double chance =
        m_direction == Direction::Slower ? test->chanceOfMore(m_limit) : test->chanceOfLess(-m_limit);
    if (!(chance <= ruleLevel)) return std::vector<std::string>();
    return std::vector{fmt::format("{}: the total is {} (95 %: {})", m_text, directionWords(comparison),
                                   intervalText(comparison.totalInterval))};
}

template<typename Row>
std::string FailRule::whyNoneMatches(const std::vector<Row>& rows, std::string_view of) const {
    const auto isMatch = [&](const Row& row) { return m_pattern->matches(row.name); };
    if (!m_pattern || std::ranges::any_of(rows, isMatch)) return {};
    return fmt::format("{}: no row of {} matches: the rule checks nothing", m_text, of);
}

std::string FailRule::whyNeverMet(const Comparison& comparison) const {
    return whyNoneMatches(comparison.rows, "either side");
}

std::string FailRule::whyNeverMet(const Series& series) const {
    return whyNoneMatches(series.rows, "any capture");
}

Result<std::vector<std::string>> FailRule::violations(const Comparison& comparison) const {
    switch (m_subject) {
    case Subject::Function:
        return changedFunctions(comparison);
    case Subject::NewFunction:
        return newFunctions(comparison);
    case Subject::Total:
        break;
    }
    return changedTotal(comparison);
}

Result<std::vector<std::string>> FailRule::violations(const Series& series) const {
    if (m_subject == Subject::NewFunction)
        return failure(fmt::format("the rule \"{}\" can't be checked over a series", m_text),
                       ErrorCode::Usage, "use a rule about a function or the total");
    if (m_subject == Subject::Total) TRY(checkTotal(series.normalize));
    struct Candidate {
        const SeriesRow* row;
        std::string_view weight;
        const std::vector<SeriesPoint>* points;
        const FoundTrend* trend;
    };
    std::vector<Candidate> candidates;
    if (m_subject == Subject::Total) {
        candidates.push_back({&series.whole, "total", &series.whole.total, &series.whole.totalTrend});
    } else {
        for (const auto& row : series.rows) {
            if (!m_pattern->matches(row.name)) continue;
            candidates.push_back({&row, "total", &row.total, &row.totalTrend});
            candidates.push_back({&row, "self", &row.self, &row.selfTrend});
        }
    }
    const double level = seriesLevel / static_cast<double>(std::max<std::size_t>(candidates.size(), 1));
    const double limit = m_direction == Direction::Slower ? m_limit : -m_limit;
    std::vector<std::string> sentences;
    const SeriesRow* met = nullptr;
    for (const auto& [row, weight, points, trend] : candidates) {
        if (row == met || trendBeyond(valuesOf(*points), *trend, limit, level).trend == Trend::None) continue;
        met = row;
        const auto subject =
            m_subject == Subject::Total ? "the total" : fmt::format("{}: {}", row->name, weight);
        sentences.push_back(fmt::format("{}: {} {}", m_text, subject, trendText(*trend, series)));
    }
    return sentences;
}

} // namespace candela
