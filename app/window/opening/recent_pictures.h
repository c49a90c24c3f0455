/// Small pictures of recent files with a few facts, one file each in the cache folder.
#pragma once

#include "views/widgets/theme.h"

#include <QImage>
#include <QString>

namespace candela {

/// What a card shows of a file besides its name.
struct RecentPicture {
    QImage light, dark; ///< the same flame graph in both themes; null: nothing is known of the file
    QString kind;       ///< "candela · cpu"
    QString duration;   ///< "10.0 s"; may be empty
    QString host;       ///< may be empty

    const QImage& in(ColourScheme scheme) const { return scheme == ColourScheme::Light ? light : dark; }
};

/// The picture that was stored for a path; null images if there is none.
RecentPicture storedPicture(const QString& path);
void storePicture(const QString& path, const RecentPicture& picture);
void removePicture(const QString& path);

} // namespace candela
