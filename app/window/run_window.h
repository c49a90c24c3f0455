/// Opens the window and runs it to its end.
#pragma once

#include <QStringList>

namespace candela {

/// What the window shows first: files in tabs, or with both sides a comparison. Nothing: the start page.
struct WindowRequest {
    QStringList files;
    QStringList base, changed;
};

/// The program's exit status. Without a display it says so and gives 4. Makes the application object: there
/// must be none yet.
int runWindow(const WindowRequest& request);

} // namespace candela
