/// The files that were opened or recorded most recently, newest first; kept in the settings.
#pragma once

#include <QDateTime>
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
    void remove(const QString& path);

signals:
    void changed();
};

} // namespace candela
