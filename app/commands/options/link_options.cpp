#include "app/commands/options/link_options.h"

#include "model/base/file.h"
#include "model/comparison/matching/named_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace candela {

namespace {

using NamePair = std::pair<std::string_view, std::string_view>;

Result<HandLinks> linksOf(const std::string& file) {
    const auto read = [&]() -> Result<HandLinks> {
        const auto opened = TRY(openToRead(file));
        const auto mapped = TRY(MappedFile::map(opened.get()));
        const auto bytes = mapped.bytes();
        return handLinksFromText({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    };
    auto links = read();
    if (!links) links.error().message = fmt::format("the links in {}: {}", file, links.error().message);
    return links;
}

/// The text divided at each =, which may also be part of a name: "operator==".
std::vector<NamePair> divisions(std::string_view text) {
    std::vector<NamePair> pairs;
    for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1))
        if (at > 0 && at + 1 < text.size()) pairs.emplace_back(text.substr(0, at), text.substr(at + 1));
    return pairs;
}

Result<void> addLinks(HandLinks& links, HandLinkKind kind, const std::vector<std::string>& texts,
                      const FrameGroups& base, const FrameGroups& newSide) {
    NameSet baseNames, newNames;
    for (const auto& text : texts) {
        for (const auto& [baseName, newName] : divisions(text)) {
            baseNames.insert(baseName);
            newNames.insert(newName);
        }
    }
    baseNames = knownNames(baseNames, base);
    newNames = knownNames(newNames, newSide);
    for (const auto& text : texts) {
        const std::string option = kind == HandLinkKind::Link ? "--link" : "--unlink";
        const auto pairs = divisions(text);
        if (pairs.empty())
            return failure(fmt::format("invalid pair of functions \"{}\"", text), ErrorCode::Usage,
                           fmt::format("write {} BASE=NEW", option));
        const auto found = std::ranges::find_if(pairs, [&](const NamePair& pair) {
            return baseNames.contains(pair.first) && newNames.contains(pair.second);
        });
        if (found == pairs.end()) {
            const auto half = std::ranges::find_if(
                pairs, [&](const NamePair& pair) { return baseNames.contains(pair.first); });
            const bool isBaseKnown = half != pairs.end();
            return failure(fmt::format("{} {}: no function of {} is called \"{}\"", option, text,
                                       isBaseKnown ? "new" : "base",
                                       isBaseKnown ? half->second : pairs.front().first),
                           ErrorCode::Usage, "write the names as the rows have them, or linkage names");
        }
        addHandLink(links, {kind, std::string(found->first), std::string(found->second)});
    }
    return {};
}

} // namespace

void LinkOptions::addTo(Arguments& arguments) {
    arguments
        .option("--links", file,
                "Lines \"link: BASE => NEW\" and \"unlink: BASE => NEW\": functions that are, or are not, "
                "the same")
        .valueName("FILE");
    arguments.option("--link", links, "Two functions that are the same, whatever they are called")
        .valueName("BASE=NEW")
        .oneValueEach();
    arguments.option("--unlink", unlinks, "Two functions that are not the same, whatever they are called")
        .valueName("BASE=NEW")
        .oneValueEach();
}

Result<HandLinks> LinkOptions::parse(const FrameGroups& base, const FrameGroups& newSide) const {
    HandLinks all;
    if (!file.empty()) all = TRY(linksOf(file));
    TRY(addLinks(all, HandLinkKind::Link, links, base, newSide));
    TRY(addLinks(all, HandLinkKind::Unlink, unlinks, base, newSide));
    return all;
}

} // namespace candela
