#include "model/comparison/kept_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace candela {

namespace {

constexpr std::string_view programsWord = "programs: ", arrow = " => ";

bool isIn(const HandLinks& links, const HandLink& link) {
    return std::ranges::find(links, link) != links.end();
}

bool isOfSameFunctions(const HandLink& left, const HandLink& right) {
    return left.base == right.base && left.newName == right.newName;
}

/// Whether the text is one line that is read as this link again.
bool canBeKept(const HandLink& link) {
    const auto read = handLinksFromText(handLinksText({link}));
    return read && read->size() == 1 && read->front() == link;
}

} // namespace

KeptLinks KeptLinks::fromText(std::string_view text) {
    KeptLinks kept;
    auto* pair = &kept.latest({}, {});
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.starts_with(programsWord)) {
            const auto names = line.substr(programsWord.size());
            const auto at = names.find(arrow);
            if (at != std::string_view::npos)
                pair = &kept.latest(std::string(names.substr(0, at)),
                                    std::string(names.substr(at + arrow.size())));
        } else if (const auto links = handLinksFromText(line)) {
            pair->links.insert(pair->links.end(), links->begin(), links->end());
        }
    }
    kept.dropOldest();
    return kept;
}

std::string KeptLinks::text() const {
    std::string text;
    for (const auto& [base, newName, links] : m_pairs) {
        if (links.empty()) continue;
        const bool isBeginning = text.empty() && base.empty() && newName.empty();
        if (!isBeginning) text += fmt::format("{}{}{}{}\n", programsWord, base, arrow, newName);
        text += handLinksText(links);
    }
    return text;
}

HandLinks KeptLinks::linksOf(const ProgramNames& base, const ProgramNames& newSide) const {
    HandLinks found;
    const auto add = [&](const HandLinks& links) {
        for (auto link = links.rbegin(); link != links.rend(); ++link) {
            const auto isSame = [&](const HandLink& known) { return isOfSameFunctions(known, *link); };
            if (std::ranges::none_of(found, isSame)) found.push_back(*link);
        }
    };
    const auto isOwn = [&](const Pair& pair) {
        return pair.base == base.main && pair.newName == newSide.main;
    };
    for (const auto& pair : m_pairs)
        if (isOwn(pair)) add(pair.links);
    for (auto pair = m_pairs.rbegin(); pair != m_pairs.rend(); ++pair)
        if (!isOwn(*pair) && base.has(pair->base) && newSide.has(pair->newName)) add(pair->links);
    return found;
}

void KeptLinks::change(const ProgramNames& base, const ProgramNames& newSide, const HandLinks& before,
                       const HandLinks& after) {
    auto& links = latest(base.main, newSide.main).links;
    std::erase_if(links, [&](const HandLink& link) { return isIn(before, link) && !isIn(after, link); });
    for (const auto& link : after) {
        if (isIn(before, link) || !canBeKept(link)) continue;
        std::erase_if(links, [&](const HandLink& known) { return isOfSameFunctions(known, link); });
        links.push_back(link);
    }
    dropOldest();
}

KeptLinks::Pair& KeptLinks::latest(const std::string& base, const std::string& newName) {
    const auto found = std::ranges::find_if(
        m_pairs, [&](const Pair& pair) { return pair.base == base && pair.newName == newName; });
    if (found == m_pairs.end()) return m_pairs.emplace_back(base, newName, HandLinks());
    std::rotate(found, found + 1, m_pairs.end());
    return m_pairs.back();
}

void KeptLinks::dropOldest() {
    auto count = std::accumulate(m_pairs.begin(), m_pairs.end(), std::size_t(0),
                                 [](std::size_t sum, const Pair& pair) { return sum + pair.links.size(); });
    for (auto& pair : m_pairs) {
        const auto excess = count > maximumLinks ? std::min(count - maximumLinks, pair.links.size()) : 0;
        pair.links.erase(pair.links.begin(), pair.links.begin() + std::ptrdiff_t(excess));
        count -= excess;
    }
    std::erase_if(m_pairs, [](const Pair& pair) { return pair.links.empty(); });
}

} // namespace candela
