/// A Filter in words, part by part; each part comes with the filter that is left without it.
#pragma once

#include "model/analysis/samples/filter.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace candela {

struct FilterChip {
    QString text; ///< "Focus: draw"
    QString toolTip;
    Filter without; ///< the filter after this part was removed
    /// The pattern that the part belongs to, where it is one that people write; else null.
    std::string Filter::*pattern = nullptr;
    std::optional<std::size_t> label = {}; ///< the row of Filter::labels, where the part is one
};

std::vector<FilterChip> filterChips(const Filter& filter, const Profile& profile);

/// A regular expression that matches exactly this text.
std::string exactPattern(std::string_view text);
/// The text that an exact pattern matches; of any other expression nothing.
std::optional<std::string> exactText(std::string_view pattern);

} // namespace candela
