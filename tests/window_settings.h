/// Keeps settings, views and pictures of the window in a folder of the test, not in those of the user.
#pragma once

#include <QString>

namespace candela {

inline void keepEverythingIn(const QString& folder) {
    for (const auto* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, folder.toUtf8());
}

} // namespace candela
