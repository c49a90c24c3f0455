/// The views that captures and comparisons were left with, one file each, for the next time that they are
/// opened. A view belongs to the contents of its files, not to their names alone.
#pragma once

#include "app/window/opening/side_files.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace candela {

/// A file's path, what identifies its contents, and the part of its time that is shown.
struct FileStamp {
    QString path;     ///< absolute
    qint64 size = -1; ///< bytes; -1: not a regular file
    QDateTime modified;
    TimeRanges times = {}; ///< empty: the whole

    bool operator==(const FileStamp&) const = default;
};

/// The files of each side: one side of a capture, two of a comparison, more of a series.
using StampedFiles = std::vector<std::vector<FileStamp>>;
StampedFiles stampFiles(const std::vector<SideFiles>& sides);
/// Whether all are regular files, unlike standard input. False for no files.
bool canBeOpenedAgain(const StampedFiles& files);
std::vector<SideFiles> sidesOf(const StampedFiles& files);

class KeptViews {
public:
    /// With more views, those that were kept longest ago are dropped.
    static constexpr qsizetype maximumViews = 100;
    /// A view that takes more is not kept.
    static constexpr qsizetype maximumBytes = 1 << 20;

    enum class Match {
        None,    ///< no view is kept
        Same,    ///< the files are those that the view was kept for
        Changed, ///< the view is of earlier contents
    };
    struct Found {
        Match match = Match::None;
        QJsonObject view = {};
    };

    Found find(const StampedFiles& files) const;
    /// An empty view removes the one that was kept.
    void keep(const StampedFiles& files, const QJsonObject& view);
    /// Removes the view of a capture.
    void forget(const QString& path);

private:
    static QString fileOf(const std::vector<SideFiles>& sides);
    static void dropOldest();
};

} // namespace candela
