/// Distinct strings in one byte block; a row never changes once it exists. Row 0 is always the empty string.
#pragma once

#include "model/base/index.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct StringTag;
using StringIndex = Index<StringTag>;

/// Read-only strings of a Profile.
class StringTable {
public:
    StringTable() : m_ends{0} {}

    std::size_t size() const { return m_ends.size(); }
    /// The text; empty for none. Valid while the table lives and does not change.
    std::string_view operator[](StringIndex index) const {
        if (index.isNone()) return {};
        const std::uint64_t begin = index.row() == 0 ? 0 : m_ends[index.row() - 1];
        return {m_bytes.data() + begin, m_ends[index.row()] - begin};
    }
    std::size_t byteSize() const { return m_bytes.size(); }

protected:
    std::string m_bytes;
    std::vector<std::uint64_t> m_ends; // the end of each row's text in m_bytes
};

/// A StringTable that can grow and finds equal strings.
class StringInterner : public StringTable {
public:
    StringInterner() : m_rows(0, Hash{this}, Equal{this}) { m_rows.insert(0u); }
    StringInterner(const StringInterner&) = delete;
    StringInterner& operator=(const StringInterner&) = delete;

    StringIndex intern(std::string_view text) {
        if (auto found = m_rows.find(text); found != m_rows.end()) return StringIndex(*found);
        m_bytes.append(text);
        m_ends.push_back(m_bytes.size());
        const auto row = static_cast<std::uint32_t>(m_ends.size() - 1);
        m_rows.insert(row);
        return StringIndex(row);
    }

    /// The strings without the index, as a copy or moved out. Moving them out leaves the interner unusable.
    StringTable table() const& { return static_cast<const StringTable&>(*this); }
    StringTable table() && { return std::move(static_cast<StringTable&>(*this)); }

private:
    struct Hash {
        using is_transparent = void;
        const StringTable* strings;
        std::size_t operator()(std::string_view text) const { return absl::HashOf(text); }
        std::size_t operator()(std::uint32_t row) const { return absl::HashOf((*strings)[StringIndex(row)]); }
    };
    struct Equal {
        using is_transparent = void;
        const StringTable* strings;
        bool operator()(std::uint32_t left, std::uint32_t right) const { return left == right; }
        bool operator()(std::uint32_t left, std::string_view right) const {
            return (*strings)[StringIndex(left)] == right;
        }
        bool operator()(std::string_view left, std::uint32_t right) const { return (*this)(right, left); }
    };

    absl::flat_hash_set<std::uint32_t, Hash, Equal> m_rows;
};

} // namespace candela
