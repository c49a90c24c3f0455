#include "views/tracks/track_names.h"

#include <QStringMatcher>

#include <algorithm>
#include <numeric>

namespace candela {

std::uint32_t TrackNames::add(const QString& name) {
    const auto folded = name.toCaseFolded();
    const auto number = static_cast<std::uint32_t>(m_ends.size());
    const auto known = m_numbers.constFind(folded);
    if (known != m_numbers.constEnd()) return *known;
    m_numbers.insert(folded, number);
    m_folded.append(folded);
    m_ends.push_back(m_folded.size());
    m_folded.append(QChar());
    return number;
}

void TrackNames::sort() {
    const auto nameOf = [this](std::uint32_t name) {
        const auto begin = name == 0 ? 0 : m_ends[name - 1] + 1;
        return QStringView(m_folded).sliced(begin, m_ends[name] - begin);
    };
    std::vector<std::uint32_t> order(m_ends.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order,
                      [&](std::uint32_t left, std::uint32_t right) { return nameOf(left) < nameOf(right); });
    m_ranks.resize(order.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank)
        m_ranks[order[rank]] = rank;
    m_numbers = {};
}

std::vector<bool> TrackNames::having(const QString& part) const {
    std::vector<bool> names(m_ends.size(), part.isEmpty());
    if (part.isEmpty()) return names;
    const QStringMatcher matcher(part.toCaseFolded());
    auto end = m_ends.begin();
    for (auto at = matcher.indexIn(m_folded); at >= 0; at = matcher.indexIn(m_folded, *end + 1)) {
        while (*end < at)
            ++end;
        names[static_cast<std::size_t>(end - m_ends.begin())] = true;
    }
    return names;
}

TrackMatches::TrackMatches(const TrackNames& names, const QString& text)
    : m_listsAll(text.isEmpty()), m_names(m_listsAll ? std::vector<bool>() : names.having(text)) {
    bool isNumber = false;
    const auto number = text.toInt(&isNumber);
    if (isNumber && number >= 0 && QString::number(number) == text) m_number = number;
}

bool TrackMatches::beginsNumber(std::int32_t number) const {
    if (!m_number || *m_number == 0) return m_number == number;
    while (number > *m_number)
        number /= 10;
    return number == *m_number;
}

} // namespace candela
