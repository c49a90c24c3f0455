/// Whole files, for tests.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTest>

namespace candela {

/// The bytes of a file; empty if it can't be read.
inline QByteArray readBytes(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace candela
