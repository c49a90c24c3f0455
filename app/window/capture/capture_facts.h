/// The content of a profile and how complete it is, as names and values: for the panel beside the views, and
/// as one line.
#pragma once

#include "model/analysis/completeness/completeness.h"
#include "model/profile/profile.h"

#include <QString>

#include <vector>

namespace candela {

struct CaptureFact {
    QString name; ///< empty: continues the previous fact
    QString value;
    QString key = {}; ///< what options of the command line call it, if that is not the name
};

/// A part of the panel with its title.
struct CaptureFacts {
    QString title;
    std::vector<CaptureFact> facts;
};

std::vector<CaptureFacts> captureFacts(const Profile& profile, const Completeness& completeness);

/// "10.0 s · 12,345 samples · 2 CPUs · host": the text of the strip above the views.
QString captureSummary(const Profile& profile);
/// "1,234 samples lost"; empty without losses.
QString lossSummary(const Profile& profile);

} // namespace candela
