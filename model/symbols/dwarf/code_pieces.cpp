#include "model/symbols/dwarf/code_pieces.h"

#include <algorithm>
#include <queue>

namespace candela {

CodePieces::CodePieces(std::vector<CodeRange> ranges) {
    std::erase_if(ranges, [](const CodeRange& range) { return range.begin >= range.end; });
    std::sort(ranges.begin(), ranges.end(),
              [](const CodeRange& left, const CodeRange& right) { return left.begin < right.begin; });
    const auto isBelow = [](const CodeRange* left, const CodeRange* right) {
        return left->value < right->value;
    };
    std::priority_queue<const CodeRange*, std::vector<const CodeRange*>, decltype(isBelow)> open(isBelow);

    auto next = ranges.cbegin();
    std::uint64_t address = 0;
    while (next != ranges.cend() || !open.empty()) {
        if (open.empty()) address = next->begin;
        for (; next != ranges.cend() && next->begin == address; ++next)
            open.push(&*next);
        while (!open.empty() && open.top()->end <= address)
            open.pop();
        const auto value = open.empty() ? none : open.top()->value;
        if (m_pieces.empty() || m_pieces.back().value != value) m_pieces.push_back({address, value});
        if (open.empty()) continue;
        address = next == ranges.cend() ? open.top()->end : std::min(open.top()->end, next->begin);
    }
    m_pieces.shrink_to_fit();
}

std::uint32_t CodePieces::find(std::uint64_t address) const {
    const auto after =
        std::upper_bound(m_pieces.begin(), m_pieces.end(), address,
                         [](std::uint64_t at, const Piece& piece) { return at < piece.begin; });
    return after == m_pieces.begin() ? none : std::prev(after)->value;
}

void CodePieces::addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries) const {
    auto piece = std::ranges::lower_bound(m_pieces, range.begin, {}, &Piece::begin);
    for (; piece != m_pieces.end() && piece->begin < range.end; ++piece)
        boundaries.push_back(piece->begin);
}

} // namespace candela
