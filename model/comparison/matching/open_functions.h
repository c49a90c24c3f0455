/// What functions without a partner are compared by, computed once for each of them.
#pragma once

#include "model/comparison/matching/match_state.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Numbers of texts, the same for the functions of both sides.
class TextNumbers {
public:
    using Number = std::uint32_t;

    Number of(std::string text) {
        return m_numbers.try_emplace(std::move(text), static_cast<Number>(m_numbers.size())).first->second;
    }

private:
    absl::flat_hash_map<std::string, Number> m_numbers;
};

struct OpenFunction {
    double share = 0;          ///< of the weight of all samples of its side, without signs
    bool hasName = true;       ///< false: only its start is known
    std::string source;        ///< sourceName()
    std::string_view lastName; ///< part of source
    std::string_view file;     ///< MatchedSide::fileName()
    std::uint32_t startLine = 0;
    /// Texts that similar functions share, each once: the last words of source in small letters ("read",
    /// "utf", "8" for "read_utf8" or "readUTF8"); the letters of lastName, and its first ones; and the file
    /// with the first line.
    std::vector<TextNumbers::Number> texts;
};

/// Refers to the side and to the numbers.
class OpenFunctions {
public:
    OpenFunctions(const MatchedSide& side, TextNumbers& numbers) : m_side(side), m_numbers(numbers) {}

    /// The group has a row. The reference stays valid.
    const OpenFunction& of(FrameGroupIndex group) const;

private:
    const MatchedSide& m_side;
    TextNumbers& m_numbers;
    mutable absl::node_hash_map<FrameGroupIndex, OpenFunction> m_functions;
};

} // namespace candela
