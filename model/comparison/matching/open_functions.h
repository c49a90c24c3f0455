/// What functions without a partner are compared by, computed once for each of them.
#pragma once

#include "model/comparison/matching/match_state.h"
#include "model/comparison/matching/name_forms.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// Numbers of texts, the same for the functions of both sides.
class TextNumbers {
public:
    using Number = std::uint32_t;

    std::size_t size() const { return m_numbers.size(); }
    Number of(std::string text) {
        return m_numbers.try_emplace(std::move(text), static_cast<Number>(m_numbers.size())).first->second;
    }

private:
    absl::flat_hash_map<std::string, Number> m_numbers;
};

struct OpenFunction {
    double share = 0;                           ///< of the weight of all samples of its side, without signs
    bool hasName = true;                        ///< false: only its start is known
    std::string source;                         ///< sourceName()
    std::string_view lastName;                  ///< part of source
    LetterPairs::Counts sourcePairs, lastPairs; ///< of source and of lastName
    std::string_view file;                      ///< MatchedSide::fileName()
    std::uint32_t startLine = 0;
    /// Whether no function of another name begins in that line of the file. The first line is no evidence:
    /// scripts without line breaks have all functions there.
    bool startsAlone = false;
    /// Texts that similar functions share, each once: the last words of source in small letters ("read",
    /// "utf", "8" for "read_utf8" or "readUTF8"); the letters of lastName, and its first ones; and the file
    /// with the first line.
    std::vector<TextNumbers::Number> texts;
    std::vector<TextNumbers::Number> words; ///< those of texts that are words, ascending
};

/// Refers to the side and to the numbers, which both sides share.
class OpenFunctions {
public:
    OpenFunctions(const MatchedSide& side, TextNumbers& numbers, LetterPairs& letters);

    std::size_t groups() const { return m_numberOf.size(); }
    /// The group has a row. The reference stays valid.
    const OpenFunction& of(FrameGroupIndex group) const {
        const auto number = m_numberOf[group.row()];
        return number == 0 ? make(group) : m_functions[number - 1];
    }

private:
    using Start = std::pair<std::string_view, std::uint32_t>; // file, line

    const OpenFunction& make(FrameGroupIndex group) const;
    void findSharedStarts();

    const MatchedSide& m_side;
    TextNumbers& m_numbers;
    LetterPairs& m_letters;
    absl::flat_hash_set<Start> m_sharedStarts;     // of functions of several names
    mutable std::vector<std::uint32_t> m_numberOf; // by group: one more than its row in m_functions; 0: none
    mutable std::deque<OpenFunction> m_functions;
};

} // namespace candela
