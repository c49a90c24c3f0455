/// The rows of `candela report --tree`: the call nodes that are heavy enough, in the order of a tree.
#pragma once

#include "model/analysis/call_tree/call_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct ReportTreeRow {
    std::string lines; ///< "│ ├ ": the prefix of the name in text
    FrameGroupIndex group;
    std::size_t depth = 0; ///< 0 for a root
    std::int64_t self = 0;
    std::int64_t total = 0;
};

struct ReportTree {
    std::vector<ReportTreeRow> rows; ///< a node, then its callees, largest first
    std::size_t hidden = 0;          ///< how many children of these rows (and roots) are left out
};

/// Which nodes get a row.
struct ReportTreeLimits {
    double minimumShare = 0; ///< share of the tree's weight without signs, 0 to 1
    std::size_t rows = 0;    ///< the heaviest; 0: all
};

/// A node's only shown child is printed below it at the same indentation; lines are only drawn where several
/// follow. So a chain of a hundred callers stays readable.
ReportTree reportTree(CallTree& tree, const ReportTreeLimits& limits);

} // namespace candela
