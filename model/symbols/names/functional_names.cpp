#include "model/symbols/names/functional_names.h"

#include "model/base/letters.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

namespace candela {

namespace {

bool isUpper(char letter) {
    return letter >= 'A' && letter <= 'Z';
}
bool isLower(char letter) {
    return letter >= 'a' && letter <= 'z';
}

/// The meaning of a letter after "z" or "Z"; 0 if it has none.
char escapedLetter(char escape, char letter) {
    constexpr std::string_view lower = "za&b|c^d$e=g>h#i.l<m-n!p+q'r\\s/t*u_v%";
    constexpr std::string_view upper = "L(R)M[N]C:";
    if (escape == letter) return letter;
    const auto table = escape == 'z' ? lower.substr(1) : upper;
    for (std::size_t index = 0; index + 1 < table.size(); index += 2) {
        if (table[index] == letter) return table[index + 1];
    }
    return 0;
}

/// Decodes GHC's z-encoding of one identifier, and finds out whether it has an escape other than "zz".
class ZDecoder {
public:
    explicit ZDecoder(std::string_view text) : m_rest(text) {}

    std::optional<std::string> run() {
        while (!m_rest.empty()) {
            const auto letter = m_rest.front();
            m_rest.remove_prefix(1);
            if (letter != 'z' && letter != 'Z')
                m_text.push_back(letter);
            else if (!takeEscape(letter))
                return std::nullopt;
        }
        return m_text;
    }
    bool hasEscapes() const { return m_hasEscapes; }

private:
    bool takeEscape(char escape) {
        if (m_rest.empty()) return false;
        m_hasEscapes |= m_rest.front() != escape;
        if (isDigit(m_rest.front())) return escape == 'z' ? takeLetterNumber() : takeTuple();
        const auto letter = escapedLetter(escape, m_rest.front());
        m_rest.remove_prefix(1);
        if (letter != 0) m_text.push_back(letter);
        return letter != 0;
    }

    template<typename Number>
    bool takeNumber(Number& number, int base) {
        const auto [end, problem] =
            std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number, base);
        if (problem != std::errc() || end == m_rest.data() + m_rest.size()) return false;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return true;
    }

    /// Reads "z3bbU", which is a letter by its number.
    bool takeLetterNumber() {
        std::uint32_t number = 0;
        if (!takeNumber(number, 16) || m_rest.front() != 'U' || number > 0x10ffff) return false;
        m_rest.remove_prefix(1);
        appendUtf8(m_text, number);
        return true;
    }

    /// Reads a tuple: "Z3T" is a tuple of three, "Z3H" an unboxed tuple.
    bool takeTuple() {
        constexpr unsigned maximumSize = 64; // maximum size of GHC's tuples
        unsigned size = 0;
        if (!takeNumber(size, 10) || size > maximumSize) return false;
        const auto kind = m_rest.front();
        if (kind != 'T' && kind != 'H') return false;
        m_rest.remove_prefix(1);
        m_text += kind == 'T' ? "(" : "(#";
        m_text.append(size > 0 ? size - 1 : 0, ',');
        m_text += kind == 'T' ? ")" : "#)";
        return true;
    }

    std::string_view m_rest;
    std::string m_text;
    bool m_hasEscapes = false;
};

/// The symbol without the suffix that GHC appends to the code of a function or constructor; empty for other
/// symbols.
std::string_view withoutInfo(std::string_view symbol) {
    for (const std::string_view suffix : {"_static_info", "_con_info", "_info", "_entry"}) {
        if (symbol.ends_with(suffix)) return symbol.substr(0, symbol.size() - suffix.size());
    }
    return {};
}

/// "r3dE" or "s1Yz": the number of a name that its module does not export.
bool isUnique(std::string_view part) {
    constexpr std::size_t minimumSize = 3;
    constexpr std::size_t maximumSize = 7;
    constexpr std::string_view tags = "rscnul";
    return part.size() >= minimumSize && part.size() <= maximumSize && tags.contains(part.front()) &&
           std::ranges::all_of(
               part, [](char letter) { return isUpper(letter) || isLower(letter) || isDigit(letter); });
}

bool isModule(std::string_view part) {
    return !part.empty() && isUpper(part.front());
}

std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find('_', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

} // namespace

/// Reads the package (the program's own has none), the module, the name, and the number of a name that is not
/// exported.
std::optional<std::string> decodedHaskellName(std::string_view symbol) {
    auto parts = partsOf(withoutInfo(symbol));
    const bool hasPackage = parts.size() > 2 && !isModule(parts[0]) && isModule(parts[1]);
    const bool isLocal = parts[0].starts_with("zd"); // has no module
    const std::size_t names = hasPackage ? 3 : isLocal ? 1 : 2;
    std::string_view unique;
    if (parts.size() == names + 1 && isUnique(parts.back())) {
        unique = parts.back();
        parts.pop_back();
    }
    const bool isWhole = isLocal ? !unique.empty() : isModule(parts[hasPackage ? 1 : 0]);
    if (parts.size() != names || !isWhole) return std::nullopt;
    std::string name;
    bool isEncoded = parts.front() == "Main";
    for (std::size_t row = 0; row < parts.size(); ++row) {
        ZDecoder decoder(parts[row]);
        const auto decoded = decoder.run();
        if (!decoded || decoded->empty()) return std::nullopt;
        isEncoded |= decoder.hasEscapes();
        if (row > 0) name += hasPackage && row == 1 ? ':' : '.';
        name += *decoded;
    }
    if (!isEncoded) return std::nullopt;
    if (!unique.empty()) name.append("_").append(unique);
    return name;
}

std::optional<std::string> decodedOcamlName(std::string_view symbol) {
    constexpr std::string_view prefix = "caml";
    if (!symbol.starts_with(prefix)) return std::nullopt;
    auto rest = symbol.substr(prefix.size());
    if (rest.empty() || !isUpper(rest.front())) return std::nullopt;
    std::string name;
    bool hasModule = false;
    while (!rest.empty()) {
        std::size_t taken = 1;
        unsigned number = 0;
        if (rest.starts_with("__") && rest.size() > 2) {
            name += '.';
            taken = 2;
            hasModule = true;
        } else if (rest.front() == '$' && rest.size() > 2 &&
                   std::from_chars(rest.data() + 1, rest.data() + 3, number, 16).ptr == rest.data() + 3) {
            name.push_back(static_cast<char>(number)); // "$2b" is a plus
            taken = 3;
        } else {
            hasModule |= rest.front() == '.';
            name.push_back(rest.front());
        }
        rest.remove_prefix(taken);
    }
    return hasModule ? std::optional(name) : std::nullopt;
}

} // namespace candela
