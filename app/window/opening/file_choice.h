/// File dialogs whose filters come from allFormats(), and writing what was chosen.
#pragma once

#include "app/window/opening/page.h"
#include "model/formats/format.h"

#include <QString>
#include <QStringList>

namespace candela {

/// "All profiles (*.candela *.pb.gz perf.data …);;All files (*);;Candela recording (*.candela …);;…".
QString openFilters();
/// The same for formats that are written; only what is shown can be a picture of the window.
QString saveFilters(Page::Extent extent);

/// The one of saveFilters() that files called so are of; the first where none is.
QString saveFilterFor(const QString& path, Page::Extent extent);
/// The path with an ending of a filter instead of the one that it has of another.
QString withEndingOf(const QString& path, const QString& filter);

/// Empty when the user cancelled.
QStringList chooseProfiles(QWidget* parent, const QString& title);
/// A file to write, with an ending that some format writes or ".png"; empty when the user cancelled.
QString chooseExport(QWidget* parent, const QString& suggestedPath, Page::Extent extent);

/// Writes what a widget shows as a PNG file.
Result<void> savePicture(QWidget& widget, const QString& path);

} // namespace candela
