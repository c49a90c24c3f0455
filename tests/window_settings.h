/// Keeps settings, views and pictures of the window in a folder of the test, not in those of the user.
#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QString>

namespace candela {

/// QSettings reads XDG_CONFIG_HOME once only: later folders have to be named to it.
inline void nameSettingsFolder(const QString& folder) {
    qputenv("XDG_CONFIG_HOME", folder.toUtf8());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
}

inline void keepEverythingIn(const QString& folder) {
    nameSettingsFolder(folder);
    for (const auto* variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, folder.toUtf8());
}

/// The same for settings alone, under a name of their own.
inline void keepSettingsIn(const QString& folder) {
    nameSettingsFolder(folder);
    QCoreApplication::setOrganizationName("Candela");
    QCoreApplication::setApplicationName("candela-test");
}

} // namespace candela
