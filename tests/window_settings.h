/// Keeps settings, views and pictures of the window in a folder of the test, not in those of the user.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace candela {

inline void keepEverythingIn(const QString& folder) {
    for (const auto* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, folder.toUtf8());
}

/// The same for settings alone, under a name of their own.
inline void keepSettingsIn(const QString& folder) {
    qputenv("XDG_CONFIG_HOME", folder.toUtf8());
    QCoreApplication::setOrganizationName("Candela");
    QCoreApplication::setApplicationName("candela-test");
}

} // namespace candela
