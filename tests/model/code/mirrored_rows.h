/// Rows of two aligned sides without their order, to compare them with those of the exchanged sides.
#pragma once

#include "model/code/aligned_code.h"

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>

namespace candela {

/// A row of base, a row of new, and how they correspond.
using UnorderedRow = std::tuple<std::optional<std::uint32_t>, std::optional<std::uint32_t>, Alignment>;

/// With base and new exchanged if mirrored.
template<typename Rows>
std::multiset<UnorderedRow> unordered(const Rows& rows, bool isMirrored) {
    std::multiset<UnorderedRow> all;
    for (const auto& row : rows) {
        const auto mirrored = row.alignment == Alignment::Base  ? Alignment::New
                              : row.alignment == Alignment::New ? Alignment::Base
                                                                : row.alignment;
        all.insert(isMirrored ? UnorderedRow(row.newSide, row.base, mirrored)
                              : UnorderedRow(row.base, row.newSide, row.alignment));
    }
    return all;
}

} // namespace candela
