#include "model/comparison/matching/lambdas/matched_lambdas.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/letters.h"
#include "model/comparison/matching/match_state.h"
#include "model/comparison/matching/name_forms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

namespace candela {

namespace {

constexpr std::string_view lambdaWord = "lambda(";

/// Quickly, whether a name may have a lambda: few have one.
bool hasLambda(std::string_view name) {
    return name.find(lambdaWord) != std::string_view::npos || name.find("$_") != std::string_view::npos;
}

/// What one lambda is in a name.
struct LambdaToken {
    std::size_t size = 0; ///< 0: there is none
    char notation = 0;
    std::string_view parameters; ///< with their brackets
    std::uint32_t number = 0;
};

/// Finds the lambdas of a name.
class LambdaReader {
public:
    explicit LambdaReader(std::string_view name) : m_name(name), m_close(closingBrackets(name)) {}

    /// GCC's "{lambda(int)#2}" and "<lambda(int)>" and Clang's "$_1", if one begins at `at`.
    LambdaToken at(std::size_t at) const {
        const char first = m_name[at];
        if (first == '$') return clangAt(at);
        if ((first != '{' && first != '<') || m_name.substr(at + 1, lambdaWord.size()) != lambdaWord)
            return {};
        const auto open = at + lambdaWord.size();
        const auto close = m_close[open];
        if (close == 0) return {};
        LambdaToken token{0, first == '{' ? '#' : '<', m_name.substr(open, close + 1 - open), 0};
        auto end = close + 1;
        if (first == '{') {
            if (m_name.substr(end, 1) != "#") return {};
            const auto digits = end + 1;
            end = readNumber(digits, token.number);
            if (end == digits) return {};
        }
        if (m_name.substr(end, 1) != (first == '{' ? "}" : ">")) return {};
        token.size = end + 1 - at;
        return token;
    }

private:
    /// A row per letter: where the round bracket that opens there is closed; 0: it is not.
    static std::vector<std::size_t> closingBrackets(std::string_view name) {
        if (name.find(lambdaWord) == std::string_view::npos) return {};
        std::vector<std::size_t> close(name.size()), open;
        for (std::size_t at = 0; at < name.size(); ++at) {
            if (name[at] == '(') open.push_back(at);
            if (name[at] != ')' || open.empty()) continue;
            close[open.back()] = at;
            open.pop_back();
        }
        return close;
    }

    LambdaToken clangAt(std::size_t at) const {
        const auto digits = at + 2;
        if (m_name.substr(at, 2) != "$_" || (at > 0 && isWordLetter(m_name[at - 1]))) return {};
        LambdaToken token{0, '$', {}, 0};
        const auto end = readNumber(digits, token.number);
        token.size = end == digits ? 0 : end - at;
        return token;
    }

    /// Where the number ends.
    std::size_t readNumber(std::size_t begin, std::uint32_t& number) const {
        constexpr std::size_t maximumDigits = 9;
        auto end = begin;
        for (; end < m_name.size() && end < begin + maximumDigits && isDigit(m_name[end]); ++end)
            number = number * 10 + static_cast<std::uint32_t>(m_name[end] - '0');
        return end;
    }

    std::string_view m_name;
    std::vector<std::size_t> m_close;
};

/// The lambdas of one side whose names differ only in what compilers write differently, whether they have a
/// partner or not.
struct NamedLambdas {
    std::map<std::vector<std::uint32_t>, FrameGroupIndex> groups;
    std::string text, notations, parameters;
    std::string_view module;
    bool isAmbiguous = false;
    bool hasPartner = false; ///< one of them or more

    void add(LambdaName name, std::string_view moduleName, FrameGroupIndex group, bool isMatched) {
        const bool isFirst = groups.empty();
        const bool isNew = groups.emplace(std::move(name.numbers), group).second;
        // Lambdas with other parameters are counted for themselves, or together: their order is not known.
        isAmbiguous = isAmbiguous || !isNew ||
                      (!isFirst && (notations != name.notations || parameters != name.parameters));
        hasPartner = hasPartner || isMatched;
        if (!isFirst) return;
        text = std::move(name.text);
        notations = std::move(name.notations);
        parameters = std::move(name.parameters);
        module = moduleName;
    }
};

/// By name and module; base and new.
using LambdasOfSides = std::map<std::pair<std::string, std::string_view>, std::array<NamedLambdas, 2>>;

LambdasOfSides sampledLambdas(MatchState& state) {
    LambdasOfSides lambdas;
    std::size_t number = 0;
    for (const auto* side : {&state.base(), &state.newSide()}) {
        for (const auto& row : side->side().rows) {
            if (!side->isFunction(row.group) || side->isStart(row.group)) continue;
            const auto plain = plainName(side->groups(), row.group);
            if (!hasLambda(plain)) continue;
            auto name = lambdaName(nameStem(plain));
            if (name.text.empty()) continue;
            const auto module = side->moduleName(row.group);
            lambdas[{name.text, module}][number].add(std::move(name), module, row.group,
                                                     bool(side->partner(row.group)));
        }
        ++number;
    }
    return lambdas;
}

void matchInOrder(MatchState& state, NamedLambdas& base, NamedLambdas& newSide) {
    if (base.isAmbiguous || newSide.isAmbiguous || base.groups.size() != newSide.groups.size()) return;
    const bool isOneNotation = base.notations == newSide.notations;
    std::vector<std::pair<FrameGroupIndex, FrameGroupIndex>> open;
    for (auto own = base.groups.begin(), other = newSide.groups.begin(); own != base.groups.end();
         ++own, ++other) {
        if (isOneNotation && own->first != other->first) return;
        const auto partner = state.base().partner(own->second);
        const auto otherPartner = state.newSide().partner(other->second);
        if (!partner && !otherPartner)
            open.emplace_back(own->second, other->second);
        else if (partner != other->second)
            return;
    }
    // One lambda of each build may be the first of the function here, and the second one there.
    const bool isOrdered = isOneNotation ? base.parameters == newSide.parameters : base.groups.size() > 1;
    constexpr auto evidence = MatchEvidence::Lambda;
    for (const auto& [own, other] : open) {
        if (!state.isAllowed(own, other)) continue;
        state.match(own, other, evidence, isOrdered ? confidenceOf(evidence) : MatchState::byWeight);
        base.hasPartner = newSide.hasPartner = true;
    }
}

} // namespace

LambdaName lambdaName(std::string_view name) {
    LambdaName result;
    if (!hasLambda(name)) return result;
    const LambdaReader reader(name);
    for (std::size_t at = 0; at < name.size();) {
        const auto token = reader.at(at);
        if (token.size == 0) {
            result.text += name[at++];
            continue;
        }
        result.text += "{lambda}";
        result.notations += token.notation;
        result.parameters += token.parameters;
        result.numbers.push_back(token.number);
        at += token.size;
    }
    if (result.numbers.empty()) result.text.clear();
    return result;
}

void matchLambdas(MatchState& state) {
    auto lambdas = sampledLambdas(state);
    for (auto& [key, sides] : lambdas)
        matchInOrder(state, sides[0], sides[1]);
    // Of functions that are in another scope now: those of which no lambda was found in its own one.
    using Functions = std::vector<NamedLambdas*>;
    std::map<std::pair<std::string, std::string_view>, std::array<Functions, 2>> unscoped;
    for (auto& [key, sides] : lambdas) {
        for (std::size_t number = 0; number < sides.size(); ++number) {
            auto& own = sides[number];
            if (own.groups.empty() || own.hasPartner) continue;
            if (auto name = unscopedName(own.text); !name.empty())
                unscoped[{std::move(name), own.module}][number].push_back(&own);
        }
    }
    for (const auto& [key, sides] : unscoped)
        if (sides[0].size() == 1 && sides[1].size() == 1)
            matchInOrder(state, *sides[0].front(), *sides[1].front());
    state.removeMatched();
}

} // namespace candela
