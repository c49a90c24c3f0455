/// What a series or a comparison begins with: the options of a command, or what another page shows.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "model/base/result.h"
#include "views/session/compared_choices.h"

#include <optional>
#include <string>

namespace candela {

/// What is not given stays as the page has it: as it was kept, or the default.
struct FirstView {
    std::optional<Filter> filter = {};
    std::string value = {}; ///< empty: not given
    std::optional<Grouping> grouping = {};
    std::optional<Normalize> normalize = {};
    std::optional<ListedWeights> weights = {}; ///< of a series; a comparison lists both

    /// Whether nothing is given.
    bool isEmpty() const;
};

/// The error of a page whose captures do not all have the value of its first view.
std::unexpected<Error> noCommonValue(const std::string& value);

} // namespace candela
