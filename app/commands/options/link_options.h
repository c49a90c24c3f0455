/// The options --links, --link and --unlink: functions of two sides that are, or are not, the same.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/comparison/matching/hand_links.h"

#include <string>
#include <vector>

namespace candela {

struct FrameGroups;

struct LinkOptions {
    std::string file;
    std::vector<std::string> links, unlinks; ///< "BASE=NEW"

    void addTo(Arguments& arguments);
    /// All links, those of the file first. Fails if the file can't be read, and with ErrorCode::Usage if no
    /// function of a side has the name that --link or --unlink gives for it.
    Result<HandLinks> parse(const FrameGroups& base, const FrameGroups& newSide) const;
};

} // namespace candela
