#include "app/commands/profiles/fail_rule.h"

#include <fmt/format.h>

#include <QRegularExpression>

#include <charconv>

namespace candela {

namespace {

/// Rows that are smaller than this on both sides are noise: a rule does not look at them.
constexpr double minimumShare = 0.01;

} // namespace

Result<FailRule> FailRule::create(const std::string& text) {
    const auto bad = [&](std::string_view why) {
        return failure(fmt::format("invalid rule \"{}\": {}", text, why), ErrorCode::Usage,
                       "write self>5%, total>10% or parse.*:self>5%");
    };
    FailRule rule;
    rule.m_text = text;
    const auto greater = text.rfind('>');
    if (greater == std::string::npos) return bad("there is no > in it");
    std::string column = text.substr(0, greater);
    if (const auto colon = column.rfind(':'); colon != std::string::npos) {
        rule.m_pattern = column.substr(0, colon);
        column = column.substr(colon + 1);
    }
    if (column != "self" && column != "total") return bad("it compares neither self nor total");
    rule.m_column = column == "self" ? Column::Self : Column::Total;
    const auto number = std::string_view(text).substr(greater + 1);
    double percent = 0;
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), percent);
    if (problem != std::errc() || std::string_view(end, number.data() + number.size()) != "%")
        return bad("it does not end in N%");
    if (!QRegularExpression(QString::fromStdString(rule.m_pattern)).isValid())
        return bad("the part before : is no regular expression");
    rule.m_limit = percent / 100;
    return rule;
}

std::vector<std::string> FailRule::violations(const Comparison& comparison) const {
    std::vector<std::string> sentences;
    const QRegularExpression pattern(QString::fromStdString(m_pattern));
    const auto baseAll = static_cast<double>(comparison.base.weights.total);
    const auto newAll = static_cast<double>(comparison.newSide.weights.total);
    for (const auto& row : comparison.rows) {
        const bool isSelf = m_column == Column::Self;
        const auto base = static_cast<double>(isSelf ? row.baseSelf : row.baseTotal);
        const auto newWeight = static_cast<double>(isSelf ? row.newSelf : row.newTotal);
        if (base < minimumShare * baseAll && newWeight < minimumShare * newAll) continue;
        if (!m_pattern.empty() && !pattern.match(QString::fromStdString(row.name)).hasMatch()) continue;
        const auto& change = isSelf ? row.selfChange : row.totalChange;
        if (!change && newWeight > 0)
            sentences.push_back(fmt::format("{}: {} is new", m_text, row.name));
        else if (change && *change > m_limit)
            sentences.push_back(fmt::format("{}: {} changed by {:+.1f} %", m_text, row.name, 100 * *change));
    }
    return sentences;
}

} // namespace candela
