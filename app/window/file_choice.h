/// File dialogs whose filters come from allFormats(), and writing what was chosen.
#pragma once

#include "model/formats/format.h"

#include <QString>
#include <QStringList>

class QWidget;

namespace candela {

/// "All profiles (*.candela *.pb.gz …);;Candela recording (*.candela);;…;;All files (*)".
QString openFilters();
/// The same for formats that are written.
QString saveFilters();

/// Empty when the user cancelled.
QStringList chooseProfiles(QWidget* parent, const QString& title);
/// A file to write, with an ending that some format writes or ".png"; empty when the user cancelled.
QString chooseExport(QWidget* parent, const QString& suggestedPath);

} // namespace candela
