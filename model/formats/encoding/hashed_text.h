/// A text with its hash. The hash is computed before the lookup, so that the text's table slot can be
/// prefetched while others are looked up. The text is not copied.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>

#include <cstddef>
#include <string_view>

namespace candela {

struct HashedText {
    std::string_view text;
    std::size_t hash = 0;

    /// absl hashes its own string_view several times faster than std::string_view.
    explicit HashedText(std::string_view of)
        : text(of), hash(absl::HashOf(absl::string_view(of.data(), of.size()))) {}
    bool operator==(const HashedText& other) const { return hash == other.hash && text == other.text; }
};

/// Finds a text, or, by a hash alone, any text that has it.
struct HashOfText {
    using is_transparent = void;
    std::size_t operator()(const HashedText& text) const { return text.hash; }
    std::size_t operator()(std::size_t hash) const { return hash; }
};
struct EqualText {
    using is_transparent = void;
    bool operator()(const HashedText& left, const HashedText& right) const { return left == right; }
    bool operator()(const HashedText& left, std::size_t hash) const { return left.hash == hash; }
    bool operator()(std::size_t hash, const HashedText& right) const { return right.hash == hash; }
};

template<typename Value>
using HashedTextMap = absl::flat_hash_map<HashedText, Value, HashOfText, EqualText>;

/// The number of lookups to delay until their slots have been fetched from memory.
inline constexpr std::size_t pendingLookUps = 16;

/// Whether it is faster to look up the caller first: in most files, but not in all, a new stack is a known
/// stack with one more frame.
class CallerLookUps {
public:
    bool pay() const { return m_asked < enough || m_found > m_asked / 4; }
    void count(bool wasFound) {
        ++m_asked;
        m_found += wasFound ? 1 : 0;
    }

private:
    static constexpr std::size_t enough = 1000; // lookups that suffice to know
    std::size_t m_asked = 0;
    std::size_t m_found = 0;
};

} // namespace candela
