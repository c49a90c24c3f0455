#include "model/comparison/matching/open_functions.h"

#include "model/comparison/matching/name_forms.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

namespace candela {

namespace {

/// Of longer names, such as those of nested templates, only the last words are compared.
constexpr std::size_t maximumWords = 8;
/// Of the letters of a name without what separates its words: "look_up" and "lookup" have no word in common.
constexpr std::size_t comparedLetters = 4, maximumLetters = 64;

enum class Letter { None, Small, Capital, Digit };

Letter letterOf(char character) {
    const auto code = static_cast<unsigned char>(character);
    if (std::isdigit(code)) return Letter::Digit;
    if (std::isupper(code)) return Letter::Capital;
    // Letters of other alphabets, too.
    return std::islower(code) || code >= 0x80 ? Letter::Small : Letter::None;
}

char smallLetter(char character) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
}

/// Whether the letter begins a word: "UTFReader" is "utf", "reader".
bool beginsWord(std::string_view name, std::size_t at) {
    const auto letter = letterOf(name[at]);
    const auto before = at == 0 ? Letter::None : letterOf(name[at - 1]);
    if (letter == Letter::Capital)
        return before != Letter::Capital || (at + 1 < name.size() && letterOf(name[at + 1]) == Letter::Small);
    return letter != before && (letter == Letter::Digit || before != Letter::Capital);
}

/// The last ones first, each once.
std::vector<std::string> lastWordsOf(std::string_view name) {
    std::vector<std::string> words;
    auto end = name.size();
    for (auto at = end; at-- > 0 && words.size() < maximumWords;) {
        if (letterOf(name[at]) == Letter::None) {
            end = at;
        } else if (beginsWord(name, at)) {
            std::string word(name.substr(at, end - at));
            std::ranges::transform(word, word.begin(), smallLetter);
            if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
            end = at;
        }
    }
    return words;
}

std::string lettersOf(std::string_view name) {
    std::string letters;
    for (const char character : name) {
        if (letters.size() == maximumLetters) break;
        if (letterOf(character) != Letter::None) letters += smallLetter(character);
    }
    return letters;
}

} // namespace

OpenFunctions::OpenFunctions(const MatchedSide& side, TextNumbers& numbers, LetterPairs& letters)
    : m_side(side), m_numbers(numbers), m_letters(letters), m_numberOf(side.groups().size()) {
    findSharedStarts();
}

/// Of those starts that functions without a partner have. Instances of one template, and parts of one
/// function, have one name.
void OpenFunctions::findSharedStarts() {
    absl::flat_hash_map<Start, std::optional<std::string>> names;
    for (const auto& row : m_side.unmatched())
        if (m_side.isFunction(row.group))
            names.try_emplace({m_side.fileName(row.group), m_side.startLine(row.group)});
    for (std::size_t number = 0; number < m_side.groups().size(); ++number) {
        const FrameGroupIndex group(number);
        if (!m_side.isFunction(group)) continue;
        const auto found = names.find({m_side.fileName(group), m_side.startLine(group)});
        if (found == names.end() || m_sharedStarts.contains(found->first)) continue;
        auto name = sourceName(nameStem(m_side.name(group)));
        if (!found->second)
            found->second = std::move(name);
        else if (*found->second != name)
            m_sharedStarts.insert(found->first);
    }
}

const OpenFunction& OpenFunctions::make(FrameGroupIndex group) const {
    auto& function = m_functions.emplace_back();
    m_numberOf[group.row()] = static_cast<std::uint32_t>(m_functions.size());
    const auto total = std::abs(static_cast<double>(m_side.side().total));
    if (total != 0) function.share = std::abs(static_cast<double>(m_side.rowOf(group)->total)) / total;
    // The first letter keeps texts of one kind apart from those of another.
    const auto add = [&](char kind, std::string_view text) {
        function.texts.push_back(m_numbers.of(kind + std::string(text)));
    };
    function.hasName = !m_side.isStart(group);
    if (function.hasName) {
        function.source = sourceName(m_side.name(group));
        function.lastName = lastName(function.source);
        function.sourcePairs = m_letters.of(function.source);
        function.lastPairs = m_letters.of(function.lastName);
        for (const auto& word : lastWordsOf(function.source))
            add('w', word);
        function.words = function.texts;
        std::ranges::sort(function.words);
        const auto letters = lettersOf(function.lastName);
        if (!letters.empty()) add('l', letters);
        if (letters.size() >= comparedLetters) add('f', std::string_view(letters).substr(0, comparedLetters));
    }
    function.file = m_side.fileName(group);
    function.startLine = m_side.startLine(group);
    function.startsAlone =
        function.startLine > 1 && !m_sharedStarts.contains({function.file, function.startLine});
    if (!function.file.empty() && function.startLine != 0)
        add('s', std::to_string(function.startLine) + ' ' + std::string(function.file));
    return function;
}

} // namespace candela
