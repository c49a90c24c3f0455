/// A temporary folder that a test writes files into.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>

namespace candela {

class TestFolder : public QTemporaryDir {
public:
    /// Writes a file, and the folders that it is in. Returns its path.
    QString write(const QString& name, const QByteArray& contents) const {
        const auto path = filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(contents) != contents.size())
            qFatal("can't write %s", qPrintable(path));
        return path;
    }
};

} // namespace candela
