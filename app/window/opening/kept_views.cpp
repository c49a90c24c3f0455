#include "app/window/opening/kept_views.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace candela {

namespace {

/// In the user's data rather than the cache: a view can't be computed again.
QDir viewsFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + "/views");
}

QJsonArray toJson(const StampedFiles& files) {
    QJsonArray sides;
    for (const auto& side : files) {
        QJsonArray stamps;
        for (const auto& [path, size, modified, times] : side) {
            QJsonArray stamp{path, size, modified.toMSecsSinceEpoch()};
            if (!times.empty()) stamp << QString::fromStdString(timeRangesText(times));
            stamps << stamp;
        }
        sides << stamps;
    }
    return sides;
}

} // namespace

StampedFiles stampFiles(const std::vector<SideFiles>& sides) {
    StampedFiles stamped;
    for (const auto& side : sides) {
        auto& stamps = stamped.emplace_back();
        for (const auto& path : side.files) {
            const QFileInfo file(path);
            stamps.push_back(path != "-" && file.isFile() ? FileStamp{file.absoluteFilePath(), file.size(),
                                                                      file.lastModified(), side.times}
                                                          : FileStamp{path, -1, {}, side.times});
        }
    }
    return stamped;
}

bool canBeOpenedAgain(const StampedFiles& files) {
    const auto isFile = [](const FileStamp& stamp) { return stamp.size >= 0; };
    return !files.empty() &&
           std::ranges::all_of(files, [&](const auto& side) { return std::ranges::all_of(side, isFile); });
}

std::vector<SideFiles> sidesOf(const StampedFiles& files) {
    std::vector<SideFiles> sides;
    for (const auto& side : files) {
        auto& found = sides.emplace_back();
        for (const auto& stamp : side) {
            found.files << stamp.path;
            found.times = stamp.times;
        }
    }
    return sides;
}

QString KeptViews::fileOf(const std::vector<SideFiles>& sides) {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const auto& side : sides) {
        hash.addData((side.files.join(QChar(0)) + "//").toUtf8());
        hash.addData(QByteArray::fromStdString(timeRangesText(side.times)));
    }
    return viewsFolder().filePath(hash.result().toHex() + ".json");
}

KeptViews::Found KeptViews::find(const StampedFiles& files) const {
    QFile file(fileOf(sidesOf(files)));
    if (!file.open(QFile::ReadOnly)) return {};
    const auto json = QJsonDocument::fromJson(file.read(maximumBytes)).object();
    const auto view = json["view"].toObject();
    if (view.isEmpty()) return {};
    return {json["files"].toArray() == toJson(files) ? Match::Same : Match::Changed, view};
}

void KeptViews::keep(const StampedFiles& files, const QJsonObject& view) {
    const auto path = fileOf(sidesOf(files));
    const auto text =
        QJsonDocument(QJsonObject{{"files", toJson(files)}, {"view", view}}).toJson(QJsonDocument::Compact);
    if (view.isEmpty() || text.size() > maximumBytes) {
        QFile::remove(path);
        return;
    }
    // One that is stored already is only the newest again: to store it would make the disk wait.
    if (QFile stored(path);
        QFile::exists(path) && stored.open(QFile::ReadWrite) && stored.readAll() == text) {
        stored.setFileTime(QDateTime::currentDateTime(), QFile::FileModificationTime);
        return;
    }
    viewsFolder().mkpath(".");
    QSaveFile file(path);
    if (file.open(QSaveFile::WriteOnly) && file.write(text) == text.size()) file.commit();
    dropOldest();
}

void KeptViews::forget(const QString& path) {
    QFile::remove(fileOf({SideFiles{{path}}}));
}

void KeptViews::dropOldest() {
    auto folder = viewsFolder();
    const auto files = folder.entryList({"*.json"}, QDir::Files, QDir::Time); // newest first
    for (const auto& name : files.mid(maximumViews))
        folder.remove(name);
}

} // namespace candela
