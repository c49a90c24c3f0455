/// A text with its hash, which is made before the text is looked up: its slot in a table can then be fetched
/// from memory while others are looked up. The text itself stays where it is.
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

    /// absl hashes its own string_view several times faster than it lets the standard library hash std's.
    explicit HashedText(std::string_view of)
        : text(of), hash(absl::HashOf(absl::string_view(of.data(), of.size()))) {}
    bool operator==(const HashedText& other) const { return hash == other.hash && text == other.text; }
};

struct HashOfText {
    std::size_t operator()(const HashedText& text) const { return text.hash; }
};

template<typename Value>
using HashedTextMap = absl::flat_hash_map<HashedText, Value, HashOfText>;

/// How many look-ups are worth keeping back until their slots have come from memory.
inline constexpr std::size_t pendingLookUps = 16;

/// Whether looking up the caller first pays: in most files, but not in all, new stacks are a known one and
/// one frame more.
class CallerLookUps {
public:
    bool pay() const { return m_asked < enough || m_found > m_asked / 4; }
    void count(bool wasFound) {
        ++m_asked;
        m_found += wasFound ? 1 : 0;
    }

private:
    static constexpr std::size_t enough = 1000; // to know
    std::size_t m_asked = 0;
    std::size_t m_found = 0;
};

} // namespace candela
