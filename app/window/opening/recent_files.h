/// The files that were opened or recorded most recently, newest first; kept in the settings.
#pragma once

#include "app/window/opening/recent_pictures.h"

#include <QDateTime>
#include <QHash>
#include <QObject>
#include <QString>

#include <vector>

namespace candela {

/// A recent file that still exists.
struct RecentFile {
    QString path;
    QDateTime modified;
    qint64 size = 0; ///< bytes
};

class RecentFiles : public QObject {
    Q_OBJECT
public:
    explicit RecentFiles(QObject* parent = nullptr) : QObject(parent) {}

    std::vector<RecentFile> files() const;
    /// Moves the file to the front. Standard input ("-") is not kept.
    void add(const QString& path);
    /// Also forgets the file's picture, and the view that it was left with.
    void remove(const QString& path);
    /// What is known of a file's contents; null images if it was never shown.
    const RecentPicture& picture(const QString& path) const;
    /// Does nothing for a file that is not in the list.
    void setPicture(const QString& path, const RecentPicture& picture);

signals:
    void changed();

private:
    mutable QHash<QString, RecentPicture> m_pictures; // those that were read
};

} // namespace candela
