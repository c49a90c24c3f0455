#include "model/comparison/matching/open_functions.h"

#include "model/comparison/matching/name_forms.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace candela {

namespace {

/// Of longer names, such as those of nested templates, the last words say most.
constexpr std::size_t maximumWords = 8;

enum class Letter { None, Small, Capital, Digit };

Letter letterOf(char character) {
    const auto code = static_cast<unsigned char>(character);
    if (std::isdigit(code)) return Letter::Digit;
    if (std::isupper(code)) return Letter::Capital;
    // Letters of other alphabets, too.
    return std::islower(code) || code >= 0x80 ? Letter::Small : Letter::None;
}

std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty() && std::ranges::find(words, word) == words.end()) words.push_back(word);
        word.clear();
    };
    auto before = Letter::None;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const auto letter = letterOf(name[at]);
        const bool isSmallNext = at + 1 < name.size() && letterOf(name[at + 1]) == Letter::Small;
        // "UTFReader" is "utf", "reader".
        const bool begins = letter == Letter::Capital ? before != Letter::Capital || isSmallNext
                                                      : letter != before && before != Letter::Capital;
        if (begins || letter == Letter::None || (letter == Letter::Digit && before != Letter::Digit))
            finish();
        if (letter != Letter::None)
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(name[at])));
        before = letter;
    }
    finish();
    if (words.size() > maximumWords) words.erase(words.begin(), words.end() - maximumWords);
    return words;
}

} // namespace

const OpenFunction& OpenFunctions::of(FrameGroupIndex group) const {
    const auto [found, isNew] = m_functions.try_emplace(group);
    auto& function = found->second;
    if (!isNew) return function;
    const auto total = std::abs(static_cast<double>(m_side.side().total));
    if (total != 0) function.share = std::abs(static_cast<double>(m_side.rowOf(group)->total)) / total;
    function.hasName = !m_side.isStart(group);
    if (function.hasName) {
        function.source = sourceName(m_side.name(group));
        function.lastName = lastName(function.source);
        function.words = wordsOf(function.source);
    }
    function.file = m_side.fileName(group);
    function.startLine = m_side.startLine(group);
    return function;
}

} // namespace candela
