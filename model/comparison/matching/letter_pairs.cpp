#include "model/comparison/matching/letter_pairs.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace candela {

LetterPairs::Counts LetterPairs::of(std::string_view name) {
    Counts counts;
    if (name.size() < 2) return counts;
    const auto small = [](char letter) {
        return static_cast<unsigned>(std::tolower(static_cast<unsigned char>(letter)));
    };
    unsigned before = small(name[0]);
    for (const char letter : name.substr(1)) {
        const unsigned next = small(letter);
        auto& number = m_numbers[before << 8 | next];
        before = next;
        if (number == 0) {
            m_counts.push_back(0);
            number = static_cast<std::uint32_t>(m_counts.size());
        }
        if (m_counts[number - 1]++ == 0) counts.push_back({number - 1, 0});
    }
    for (auto& [pair, count] : counts)
        count = std::exchange(m_counts[pair], 0);
    return counts;
}

void ComparedName::set(std::string_view name, const LetterPairs::Counts& counts, std::size_t pairs) {
    for (const auto pair : m_set)
        m_counts[pair] = 0;
    m_set.clear();
    m_counts.resize(pairs);
    m_name = name;
    for (const auto& [pair, count] : counts) {
        m_set.push_back(pair);
        m_counts[pair] = count;
    }
}

double ComparedName::similarity(std::string_view other, const LetterPairs::Counts& counts) const {
    std::uint32_t common = 0;
    for (const auto& [pair, count] : counts)
        common += std::min(m_counts[pair], count);
    if (m_name == other) return 1;
    if (m_name.size() < 2 || other.size() < 2) return 0;
    return 2.0 * common / static_cast<double>(m_name.size() + other.size() - 2);
}

double nameSimilarity(std::string_view left, std::string_view right) {
    LetterPairs letters;
    const auto own = letters.of(left), other = letters.of(right);
    ComparedName name;
    name.set(left, own, letters.size());
    return name.similarity(right, other);
}

} // namespace candela
