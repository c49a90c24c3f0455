/// Pairs of functions that the user linked or took apart, as text that people write and keep.
#pragma once

#include "model/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class HandLinkKind { Link, Unlink };

/// Names as rows show them, or linkage names.
struct HandLink {
    HandLinkKind kind = HandLinkKind::Link;
    std::string base, newName;

    bool operator==(const HandLink&) const = default;
};

using HandLinks = std::vector<HandLink>;

/// One line for each: "link: parse => read" or "unlink: parse => read"; empty lines and those that begin with
/// # are ignored. Fails with ErrorCode::BadInput on any other line.
Result<HandLinks> handLinksFromText(std::string_view text);
std::string handLinksText(const HandLinks& links);

/// Adds a link and removes those that contradict it: others of the same two names.
void addHandLink(HandLinks& links, const HandLink& link);

} // namespace candela
