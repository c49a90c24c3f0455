#include "model/comparison/matched/common_rows.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/analysis/samples/nameless_samples.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace candela {

namespace {

bool isNoRoot(std::string_view name) {
    return name == withoutLabel || name == withoutProcess || isNoName(name);
}

bool isNameless(const FrameGroups& groups, FrameGroupIndex index) {
    if (index == groups.stackless) return true;
    const auto module = groups.moduleName(index);
    if (groups.isRoot(index))
        return module == moduleOfRoot(withoutLabel) || module == moduleOfRoot(withoutProcess);
    const auto& group = groups[index];
    const auto& profile = *groups.profile;
    if (group.file && !isNoName(profile.text(group.file))) return false;
    // The file "??" has code of all modules, and the module of one of them.
    if (group.file && groups.grouping == Grouping::File) return true;
    if (!isNoName(module)) return false;
    return !group.function || isNoRoot(profile.text(profile.functions[group.function.row()].name));
}

bool hasNames(const FrameGroups& groups) {
    for (std::size_t group = 0; group < groups.size(); ++group)
        if (!isNameless(groups, FrameGroupIndex(group))) return true;
    return false;
}

/// Whole sentences, because nouns of other languages have genders. What only the command line compares by is
/// not among them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> sentences{{
    {"function", ModelText::trLater("the two sides can't be compared: no function is on both of them")},
    {"module", ModelText::trLater("the two sides can't be compared: no module is on both of them")},
    {"file", ModelText::trLater("the two sides can't be compared: no file is on both of them")},
    {"line", ModelText::trLater("the two sides can't be compared: no line is on both of them")},
    {"address", ModelText::trLater("the two sides can't be compared: no address is on both of them")},
}};

} // namespace

bool haveCommonRow(const Matching& matching, const FrameGroups& base, const FrameGroups& newSide) {
    // Where neither side has names, the key states nothing about them, and their totals are compared.
    if (!hasNames(base) && !hasNames(newSide)) return true;
    return std::ranges::any_of(matching.matches, [&](const GroupMatch& match) {
        return match.base && match.newGroup &&
               !(isNameless(base, match.base) && isNameless(newSide, match.newGroup));
    });
}

Error nothingInCommon(std::string_view row) {
    const bool isFine = row == "function" || row == "file" || row == "line" || row == "address";
    const auto sentence = std::ranges::find(sentences, row, [](const auto& entry) { return entry.first; });
    return {sentence != sentences.end()
                ? ModelText::translated(sentence->second)
                : fmt::format("the two sides can't be compared: no {} is on both of them", row),
            fmt::format("compare captures of the same program, or by {}",
                        isFine ? "module or process" : "function"),
            ErrorCode::Usage};
}

} // namespace candela
