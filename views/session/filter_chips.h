/// A Filter as a list of texts, one for each part, each with the filter that remains without that part.
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
    /// The pattern of this part, if it is a text that users can write; else null.
    std::string Filter::*pattern = nullptr;
    std::optional<std::size_t> label = {}; ///< the row of Filter::labels, if the part is one
};

std::vector<FilterChip> filterChips(const Filter& filter, const Profile& profile);

/// A regular expression that matches exactly this text.
std::string exactPattern(std::string_view text);
/// The text that an exact pattern matches; none for any other expression.
std::optional<std::string> exactText(std::string_view pattern);

} // namespace candela
