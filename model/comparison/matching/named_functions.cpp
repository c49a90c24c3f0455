#include "model/comparison/matching/named_functions.h"

namespace candela {

NameSet knownNames(const NameSet& names, const FrameGroups& groups) {
    NameSet known;
    const auto look = [&](std::string_view name) {
        if (const auto found = names.find(name); found != names.end()) known.insert(*found);
    };
    if (names.empty()) return known;
    for (const auto& group : groups.groups)
        look(group.name);
    // By line and file, too, links are of functions.
    const auto& profile = *groups.profile;
    for (const auto& function : profile.functions) {
        look(profile.text(function.name));
        if (function.rawName) look(profile.text(function.rawName));
    }
    return known;
}

HandLinks linksWithin(const HandLinks& links, const FrameGroups& base, const FrameGroups& newSide) {
    NameSet baseNames, newNames;
    for (const auto& link : links) {
        baseNames.insert(link.base);
        newNames.insert(link.newName);
    }
    baseNames = knownNames(baseNames, base);
    newNames = knownNames(newNames, newSide);
    HandLinks within;
    for (const auto& link : links)
        if (baseNames.contains(link.base) && newNames.contains(link.newName)) within.push_back(link);
    return within;
}

} // namespace candela
