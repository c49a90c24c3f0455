/// Opens the window and runs it to its end.
#pragma once

#include "app/window/opening/first_view.h"
#include "app/window/opening/side_files.h"
#include "model/base/result.h"

#include <QStringList>

#include <string>
#include <vector>

namespace candela {

class MainWindow;

/// The initial content of the window: files in tabs, a comparison if both sides are given, a series if there
/// are captures of one. Nothing: the start page.
struct WindowRequest {
    QStringList files;
    SideFiles base, newSide;
    std::vector<QStringList> series = {}; ///< the files of each capture
    FirstView seriesView = {};            ///< what the series begins with
};

/// Sets the names under which settings and desktops know the application. Call it before anything else of the
/// window.
void nameApplication();

/// The files of a side, or of a capture of a series: see runFiles().
Result<QStringList> sideFiles(const std::string& paths);

/// Shows a request in a window that is already visible.
void showRequested(MainWindow& window, const WindowRequest& request);

/// Returns the program's exit status. Without a display it prints an error and returns 4. Creates the
/// application object, so none may exist yet.
int runWindow(const WindowRequest& request);

} // namespace candela
