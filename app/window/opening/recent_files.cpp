#include "app/window/opening/recent_files.h"

#include "app/window/opening/kept_views.h"

#include <QFileInfo>
#include <QSettings>

namespace candela {
namespace {

constexpr int keptFiles = 20;
constexpr auto settingsKey = "recentFiles";

} // namespace

std::vector<RecentFile> RecentFiles::files() const {
    std::vector<RecentFile> found;
    for (const auto& path : QSettings().value(settingsKey).toStringList()) {
        const QFileInfo file(path);
        if (file.isFile()) found.push_back({path, file.lastModified(), file.size()});
    }
    return found;
}

void RecentFiles::add(const QString& path) {
    const QFileInfo file(path);
    if (path == "-" || !file.isFile()) return;
    QSettings settings;
    auto paths = settings.value(settingsKey).toStringList();
    const auto whole = file.absoluteFilePath();
    paths.removeAll(whole);
    paths.prepend(whole);
    while (paths.size() > keptFiles)
        removePicture(paths.takeLast());
    settings.setValue(settingsKey, paths);
    emit changed();
}

void RecentFiles::remove(const QString& path) {
    QSettings settings;
    auto paths = settings.value(settingsKey).toStringList();
    paths.removeAll(path);
    settings.setValue(settingsKey, paths);
    removePicture(path);
    m_pictures.remove(path);
    KeptViews().forget(path);
    emit changed();
}

const RecentPicture& RecentFiles::picture(const QString& path) const {
    auto found = m_pictures.find(path);
    if (found == m_pictures.end()) found = m_pictures.insert(path, storedPicture(path));
    return *found;
}

void RecentFiles::setPicture(const QString& path, const RecentPicture& picture) {
    if (!QSettings().value(settingsKey).toStringList().contains(path)) return;
    storePicture(path, picture);
    m_pictures.insert(path, picture);
    emit changed();
}

} // namespace candela

#include "moc_recent_files.cpp"
