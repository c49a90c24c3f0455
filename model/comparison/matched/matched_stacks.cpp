#include "model/comparison/matched/matched_stacks.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace candela {

namespace {

/// What stands for a function of one side in a stack that both sides understand.
struct Token {
    std::string text;
    double confidence = 1;
    bool isAmbiguous = false;
};
using Tokens = absl::flat_hash_map<std::string_view, Token>;

void add(Tokens& tokens, std::string_view name, const std::string& text, double confidence) {
    const auto [found, isNew] = tokens.try_emplace(name, Token{text, confidence});
    if (!isNew && found->second.text != text) found->second.isAmbiguous = true;
}

/// The stack with a token for each function that is called differently on the other side. Names that stand
/// for several functions stay as they are.
std::string translated(std::string_view stack, const Tokens& tokens, double& confidence) {
    std::string text;
    while (true) {
        const auto name = stack.substr(0, stack.find(';'));
        const auto found = tokens.find(name);
        if (found == tokens.end() || found->second.isAmbiguous) {
            text += name;
        } else {
            text += found->second.text;
            confidence = std::min(confidence, found->second.confidence);
        }
        text += ';';
        if (name.size() == stack.size()) return text;
        stack.remove_prefix(name.size() + 1);
    }
}

} // namespace

void joinStacks(Matching& stacks, const FrameGroups& baseStacks, const FrameGroups& newStacks,
                const Matching& functions, const FrameGroups& baseFunctions,
                const FrameGroups& newFunctions) {
    Tokens base, newSide;
    bool isAnyRenamed = false;
    for (const auto& match : functions.matches) {
        if (!match.base || !match.newGroup) continue;
        const auto &own = baseFunctions[match.base].name, &other = newFunctions[match.newGroup].name;
        isAnyRenamed = isAnyRenamed || own != other;
        const auto text = own == other ? own : own + "\n" + other; // no name has a line break
        add(base, own, text, match.confidence);
        add(newSide, other, text, match.confidence);
    }
    if (!isAnyRenamed) return;
    absl::flat_hash_map<std::string, std::pair<std::size_t, double>> waiting;
    for (std::size_t row = 0; row < stacks.matches.size(); ++row) {
        const auto& match = stacks.matches[row];
        if (match.newGroup || !match.base) continue;
        double confidence = confidenceOf(MatchEvidence::Renamed);
        waiting.try_emplace(translated(baseStacks[match.base].name, base, confidence), row, confidence);
    }
    std::vector<bool> isJoined(stacks.matches.size());
    for (std::size_t row = 0; row < stacks.matches.size(); ++row) {
        const auto group = stacks.matches[row].newGroup;
        if (stacks.matches[row].base || !group) continue;
        double confidence = 1;
        const auto found = waiting.find(translated(newStacks[group].name, newSide, confidence));
        if (found == waiting.end()) continue;
        auto& joined = stacks.matches[found->second.first];
        joined.newGroup = group;
        joined.evidence = MatchEvidence::Renamed;
        joined.confidence = found->second.second;
        waiting.erase(found);
        isJoined[row] = true;
    }
    std::size_t row = 0;
    std::erase_if(stacks.matches, [&](const GroupMatch&) { return isJoined[row++]; });
}

} // namespace candela
