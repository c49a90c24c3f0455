/// Names as counts of their letter pairs, so that one is compared with many.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace candela {

class LetterPairs {
public:
    struct Count {
        std::uint32_t pair = 0;  ///< its number, the same in all names
        std::uint32_t count = 0; ///< how often the name has it
    };
    using Counts = std::vector<Count>;

    /// Of capitals and small letters alike. Each pair once.
    Counts of(std::string_view name);
    /// How many pairs have a number.
    std::size_t size() const { return m_counts.size(); }

private:
    std::array<std::uint32_t, 1 << 16> m_numbers{}; // one more than a pair's number; 0: none yet
    std::vector<std::uint32_t> m_counts;            // by number; 0 between two calls
};

/// How similar two names are, 0 to 1: the part of their letter pairs that both have (Dice's coefficient).
double nameSimilarity(std::string_view left, std::string_view right);

/// One name that is compared with many.
class ComparedName {
public:
    /// The text outlives its use.
    void set(std::string_view name, const LetterPairs::Counts& counts, std::size_t pairs);
    double similarity(std::string_view other, const LetterPairs::Counts& counts) const;

private:
    std::string_view m_name;
    std::vector<std::uint32_t> m_set;    // the numbers of its pairs
    std::vector<std::uint32_t> m_counts; // by number
};

} // namespace candela
