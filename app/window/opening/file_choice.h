/// File dialogs whose filters come from allFormats(), and writing the chosen file.
#pragma once

#include "app/window/opening/page.h"
#include "model/formats/format.h"

#include <QString>
#include <QStringList>

namespace candela {

/// "All profiles (*.candela *.pb.gz perf.data …);;All files (*);;Candela recording (*.candela …);;…".
QString openFilters();
/// The same for formats that can be written; a picture is offered only for what is shown.
QString saveFilters(Page::Extent extent);

/// The filter of saveFilters() that matches the file's name; the first if none does.
QString saveFilterFor(const QString& path, Page::Extent extent);
/// Replaces the path's ending by one of the filter, unless it has one already.
QString withEndingOf(const QString& path, const QString& filter);

/// Asks for profiles to open; empty if the user cancelled.
QStringList chooseProfiles(QWidget* parent, const QString& title);
/// A file to write, with the ending of a format or ".png"; empty if the user cancelled.
QString chooseExport(QWidget* parent, const QString& suggestedPath, Page::Extent extent);

/// Writes what a widget shows as a PNG file.
Result<void> savePicture(QWidget& widget, const QString& path);

} // namespace candela
