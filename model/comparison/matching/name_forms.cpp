#include "model/comparison/matching/name_forms.h"

#include "model/base/letters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace candela {

namespace {

bool areDigits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, isDigit);
}
bool areHexDigits(std::string_view text) {
    return std::ranges::all_of(
        text, [](char letter) { return isDigit(letter) || (letter >= 'a' && letter <= 'f'); });
}

/// Words after a dot that compilers append; a number may follow.
constexpr std::array<std::string_view, 10> appendedWords{
    "isra", "constprop", "part", "cold", "lto_priv", "llvm", "clone", "__uniq", "localalias", "specialized"};

bool isAppended(std::string_view word) {
    return std::ranges::find(appendedWords, word) != appendedWords.end();
}

/// Where what a compiler appended begins; the size of the name if it appended nothing.
std::size_t appendedBegin(std::string_view name) {
    auto end = name.size();
    while (true) {
        const auto dot = name.rfind('.', end == 0 ? 0 : end - 1);
        if (dot == std::string_view::npos || dot == 0 || dot >= end) return end;
        const auto last = name.substr(dot + 1, end - dot - 1);
        if (isAppended(last)) {
            end = dot;
            continue;
        }
        if (!areDigits(last)) return end;
        // ".isra.0"; a number alone is LLVM's for a local copy, but in Go part of a closure's name.
        const auto before = name.rfind('.', dot - 1);
        const bool isWord = before != std::string_view::npos && before > 0 &&
                            isAppended(name.substr(before + 1, dot - before - 1));
        if (isWord)
            end = before;
        else if (before == std::string_view::npos && !name.starts_with('<'))
            end = dot;
        else
            return end;
    }
}

constexpr std::size_t rustHashSize = 16;

/// "_ZN4core3fmt17h0123456789abcdefE" and "core::fmt::h0123456789abcdef".
std::string_view withoutRustHash(std::string_view name) {
    if (name.starts_with("_ZN") && name.ends_with('E') && name.size() > rustHashSize + 8) {
        const auto hash = name.substr(name.size() - rustHashSize - 1, rustHashSize);
        const auto head = name.substr(0, name.size() - rustHashSize - 1);
        if (head.ends_with("17h") && areHexDigits(hash)) return head.substr(0, head.size() - 3);
    }
    if (name.size() > rustHashSize + 3) {
        const auto head = name.substr(0, name.size() - rustHashSize);
        if (head.ends_with("::h") && areHexDigits(name.substr(head.size())))
            return head.substr(0, head.size() - 3);
    }
    return name;
}

/// "core[9d66f8d5b0fbd5c2]::fmt" without the brackets, and "_RNvCs1234_7mycrate3foo" without "s1234_". Looks
/// no further for the end of one than it may be, as a name may be all brackets.
std::string withoutDisambiguators(std::string_view name) {
    constexpr std::size_t minimumDigits = 8, maximumBase62 = 11;
    std::string text;
    const bool isRust = name.starts_with("_R");
    for (std::size_t at = 0; at < name.size();) {
        if (name[at] == '[') {
            const auto digits = name.substr(at + 1, rustHashSize + 1);
            const auto size = digits.find(']');
            if (size != std::string_view::npos && size >= minimumDigits &&
                areHexDigits(digits.substr(0, size))) {
                at += size + 2;
                continue;
            }
        }
        if (isRust && at > 0 && name[at] == 's' && name[at - 1] == 'C') {
            const auto size = name.substr(at, maximumBase62 + 2).find('_');
            if (size != std::string_view::npos) {
                at += size + 1;
                continue;
            }
        }
        text += name[at++];
    }
    return text;
}

constexpr std::string_view cloneMark = " [clone ";

/// The name without "[clone .isra.0]", of which there may be several.
std::string_view withoutCloneMarks(std::string_view name) {
    const auto mark = name.find(cloneMark);
    return mark == std::string_view::npos ? name : name.substr(0, mark);
}

constexpr std::string_view operatorWord = "operator";

/// Whether an operator's own brackets begin at `at`: "operator<", "operator->", "operator()".
std::size_t operatorEnd(std::string_view name, std::size_t at) {
    if (name.substr(at, operatorWord.size()) != operatorWord) return at;
    if (at > 0 && isWordLetter(name[at - 1])) return at;
    auto end = at + operatorWord.size();
    if (end < name.size() && isWordLetter(name[end])) return at;
    constexpr std::string_view signs = "<>=!+-*/%^&|~,";
    if (name.substr(end, 2) == "()" || name.substr(end, 2) == "[]") return end + 2;
    while (end < name.size() && signs.find(name[end]) != std::string_view::npos)
        ++end;
    return end;
}

std::size_t closingBracket(std::string_view name, std::size_t open, char opening, char closing) {
    int depth = 0;
    for (auto at = open; at < name.size(); ++at) {
        if (name[at] == opening) ++depth;
        const bool isArrow = closing == '>' && at > 0 && name[at - 1] == '-';
        if (name[at] == closing && !isArrow && --depth == 0) return at;
    }
    return std::string_view::npos;
}

/// Whether a lambda or a closure begins there.
bool isNameless(std::string_view last) {
    return last.starts_with('{') || last.starts_with('$') || last.starts_with('\'');
}

std::string_view lastPart(std::string_view name) {
    const auto scope = name.rfind("::");
    return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

std::string withoutAll(std::string_view text, std::string_view part) {
    std::string rest;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part)) {
        rest += text.substr(0, at);
        text.remove_prefix(at + part.size());
    }
    return rest += text;
}

} // namespace

std::string nameStem(std::string_view name) {
    const auto unmarked = withoutCloneMarks(name);
    return withoutDisambiguators(withoutRustHash(unmarked.substr(0, appendedBegin(unmarked))));
}

bool isWordLetter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_' || letter == '$' ||
           static_cast<unsigned char>(letter) >= 0x80;
}

bool isPartOrClone(std::string_view name) {
    const auto unmarked = withoutCloneMarks(name);
    return unmarked.size() != name.size() || appendedBegin(unmarked) != unmarked.size();
}

std::string sourceName(std::string_view name) {
    const auto stem = nameStem(name);
    const std::string_view rest = stem;
    const auto lastScope = rest.rfind("::"), lastBracket = rest.rfind(']');
    const auto isBefore = [](std::size_t at, std::size_t last) {
        return last != std::string_view::npos && at <= last;
    };
    std::string text;
    for (std::size_t at = 0; at < rest.size();) {
        if (const auto end = operatorEnd(rest, at); end != at) {
            text += rest.substr(at, end - at);
            at = end;
            continue;
        }
        const char letter = rest[at];
        constexpr std::string_view nameless = "(anonymous namespace)";
        if (rest.substr(at, nameless.size()) == nameless) {
            at += nameless.size();
            if (rest.substr(at, 2) == "::") at += 2;
            continue;
        }
        if (letter == '(') {
            const auto close = closingBracket(rest, at, '(', ')');
            if (close == std::string_view::npos) break;
            // The arguments of an enclosing function are followed by what is in it.
            at = close + 1;
            if (!isBefore(at, lastScope)) break;
            if (rest.substr(at, 6) == " const") at += 6;
            continue;
        }
        // Rust's "<T as Trait>::f" begins with a bracket, which is its name.
        if (letter == '<' && at > 0) {
            const auto close = closingBracket(rest, at, '<', '>');
            if (close == std::string_view::npos) break;
            at = close + 1;
            continue;
        }
        if (letter == '[' && rest.substr(at, 5) == "[abi:" && isBefore(at, lastBracket)) {
            at = rest.find(']', at) + 1;
            continue;
        }
        text += letter;
        ++at;
    }
    for (const auto* scope : {"__cxx11::", "__1::"})
        text = withoutAll(text, scope);
    while (text.ends_with(' '))
        text.pop_back();
    // What remains before a space is the return type of a template.
    const auto own = text.find(operatorWord);
    const auto head = std::string_view(text).substr(0, own);
    if (const auto space = head.rfind(' ');
        space != std::string_view::npos && !text.starts_with('<') && text.find('/') == std::string::npos)
        text.erase(0, space + 1);
    return text;
}

std::string_view lastName(std::string_view sourceName) {
    if (const auto own = sourceName.rfind(operatorWord);
        own != std::string_view::npos && (own == 0 || sourceName[own - 1] == ':')) {
        // All lambdas have one: "run::$_1::operator()".
        const bool isOfLambda = own > 2 && isNameless(lastPart(sourceName.substr(0, own - 2)));
        return isOfLambda ? std::string_view() : sourceName.substr(own);
    }
    const auto last = lastPart(sourceName);
    return isNameless(last) ? std::string_view() : last;
}

std::string unscopedName(std::string_view name) {
    const auto stem = nameStem(name);
    const std::string_view rest = stem;
    constexpr std::string_view anonymous = "{anonymous}::";
    std::string text;
    for (std::size_t at = 0; at < rest.size();) {
        const auto skip = [&](std::string_view nameless) {
            const bool isThere = rest.substr(at, nameless.size()) == nameless;
            if (isThere) at += nameless.size();
            return isThere;
        };
        if (skip("(anonymous namespace)::") || skip(anonymous)) continue;
        auto end = at;
        while (end < rest.size() && isWordLetter(rest[end]))
            ++end;
        if (end != at && rest.substr(end, 2) == "::") {
            const auto word = rest.substr(at, end - at);
            // "f() const::$_1" is in f(). Lambdas and closures differ in their function alone.
            const auto next = rest.substr(end + 2);
            const bool isInside = isNameless(next) && !next.starts_with(anonymous);
            if (word != "const" && word != "volatile" && !isNameless(word) && !isInside) {
                at = end + 2;
                continue;
            }
        }
        end = std::max(end, at + 1);
        text += rest.substr(at, end - at);
        at = end;
    }
    return isNameless(text) ? std::string() : text;
}

std::string moduleStem(std::string_view fileName) {
    const auto object = fileName.find(".so.");
    auto stem = std::string(object == std::string_view::npos ? fileName : fileName.substr(0, object + 3));
    std::string text;
    for (std::size_t at = 0; at < stem.size(); ++at) {
        const bool isVersion =
            (stem[at] == '-' || stem[at] == '_') && at + 1 < stem.size() &&
            (isDigit(stem[at + 1]) || (stem[at + 1] == 'v' && at + 2 < stem.size() && isDigit(stem[at + 2])));
        if (!isVersion) {
            text += stem[at];
            continue;
        }
        auto end = at + 2;
        while (end < stem.size() &&
               (isDigit(stem[end]) || (stem[end] == '.' && end + 1 < stem.size() && isDigit(stem[end + 1]))))
            ++end;
        at = end - 1;
    }
    return text;
}

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
