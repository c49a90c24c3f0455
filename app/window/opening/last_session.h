/// What was open in the window when it was closed last, in the settings. Their views are in KeptViews.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace candela {

struct LastSession {
    /// The sides of each page, in the order of the tabs: one for a capture, two for a comparison, more for a
    /// series.
    std::vector<std::vector<QStringList>> pages = {};
    int current = -1; ///< the row in `pages` of the page that was shown; -1: the start page
};

LastSession storedSession();
void storeSession(const LastSession& session);

/// Whether a window without files opens the last session.
bool opensLastSession();
void setOpensLastSession(bool isWanted);

} // namespace candela
