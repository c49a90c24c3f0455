#include "app/window/opening/recent_pictures.h"

#include <QCryptographicHash>
#include <QDir>
#include <QPainter>
#include <QSaveFile>
#include <QStandardPaths>

namespace candela {

namespace {

constexpr auto kindKey = "kind";
constexpr auto durationKey = "duration";
constexpr auto hostKey = "host";

QDir picturesFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/pictures");
}

QString fileOf(const QString& path) {
    const auto hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1);
    return picturesFolder().filePath(hash.toHex() + ".png");
}

} // namespace

RecentPicture storedPicture(const QString& path) {
    const QImage both(fileOf(path));
    if (both.height() < 2) return {};
    const int height = both.height() / 2;
    return {both.copy(0, 0, both.width(), height), both.copy(0, height, both.width(), height),
            both.text(kindKey), both.text(durationKey), both.text(hostKey)};
}

/// One file has the pictures of both themes, one above the other, and the facts as its texts.
void storePicture(const QString& path, const RecentPicture& picture) {
    const auto& [light, dark, kind, duration, host] = picture;
    if (light.isNull() || light.size() != dark.size()) return;
    QImage both(light.width(), 2 * light.height(), QImage::Format_RGB32);
    QPainter painter(&both);
    painter.drawImage(0, 0, light);
    painter.drawImage(0, light.height(), dark);
    painter.end();
    both.setText(kindKey, kind);
    both.setText(durationKey, duration);
    both.setText(hostKey, host);
    picturesFolder().mkpath(".");
    QSaveFile file(fileOf(path));
    if (file.open(QSaveFile::WriteOnly) && both.save(&file, "PNG")) file.commit();
}

void removePicture(const QString& path) {
    QFile::remove(fileOf(path));
}

} // namespace candela
