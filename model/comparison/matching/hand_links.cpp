#include "model/comparison/matching/hand_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

constexpr std::string_view linkWord = "link:", unlinkWord = "unlink:", arrow = " => ";

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

} // namespace

Result<HandLinks> handLinksFromText(std::string_view text) {
    HandLinks links;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto whole = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), whole.size() + 1));
        auto line = trimmed(whole);
        if (line.empty() || line.front() == '#') continue;
        const bool isUnlink = line.starts_with(unlinkWord);
        const auto word = isUnlink ? unlinkWord : linkWord;
        const auto at = line.find(arrow);
        if (!line.starts_with(word) || at == std::string_view::npos || at < word.size())
            return failure(fmt::format("line {} of the links is invalid: \"{}\"", number, line),
                           ErrorCode::BadInput,
                           "write \"link: BASE => NEW\" or \"unlink: BASE => NEW\", with names of functions");
        HandLink link{isUnlink ? HandLinkKind::Unlink : HandLinkKind::Link,
                      std::string(trimmed(line.substr(word.size(), at - word.size()))),
                      std::string(trimmed(line.substr(at + arrow.size())))};
        if (link.base.empty() || link.newName.empty())
            return failure(fmt::format("line {} of the links lacks a name: \"{}\"", number, line),
                           ErrorCode::BadInput, "write \"link: BASE => NEW\", with names of functions");
        addHandLink(links, link);
    }
    return links;
}

std::string handLinksText(const HandLinks& links) {
    std::string text;
    for (const auto& link : links)
        text += fmt::format("{} {}{}{}\n", link.kind == HandLinkKind::Link ? linkWord : unlinkWord, link.base,
                            arrow, link.newName);
    return text;
}

void addHandLink(HandLinks& links, const HandLink& link) {
    std::erase_if(links, [&](const HandLink& other) {
        const bool isSamePair = other.base == link.base && other.newName == link.newName;
        const bool sharesName = other.base == link.base || other.newName == link.newName;
        return isSamePair ||
               (sharesName && link.kind == HandLinkKind::Link && other.kind == HandLinkKind::Link);
    });
    links.push_back(link);
}

} // namespace candela
