/// Opens the window and runs it to its end.
#pragma once

#include <QStringList>

namespace candela {

class MainWindow;

/// What the window shows first: files in tabs, or with both sides a comparison. Nothing: the start page.
struct WindowRequest {
    QStringList files;
    QStringList base, newFiles;
};

/// Sets the names that settings and desktops know the application by. Call it before anything else of the
/// window.
void nameApplication();

/// Shows what is requested in a window that is on the screen.
void showRequested(MainWindow& window, const WindowRequest& request);

/// The program's exit status. Without a display it prints an error and returns 4. Makes the application
/// object: there must be none yet.
int runWindow(const WindowRequest& request);

} // namespace candela
