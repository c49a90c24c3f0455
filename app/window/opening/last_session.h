/// What was open in the window when it was closed last, in the settings. Their views are in KeptViews.
#pragma once

#include "app/window/opening/side_files.h"

#include <vector>

namespace candela {

struct LastSession {
    /// The sides of each page, in the order of the tabs: one for a capture, two for a comparison, more for a
    /// series.
    std::vector<std::vector<SideFiles>> pages = {};
    int current = -1; ///< the row in `pages` of the page that was shown; -1: the start page
};

/// The first of the files that is not there any more; empty if all are.
QString firstMissing(const std::vector<SideFiles>& sides);

LastSession storedSession();
void storeSession(const LastSession& session);

/// Whether a window without files opens the last session.
bool opensLastSession();
void setOpensLastSession(bool isWanted);

} // namespace candela
