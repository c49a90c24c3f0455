/// A command line as people type it, cut into words as a shell would: quotes and backslashes, nothing else.
/// No shell ever sees it.
#pragma once

#include "model/base/result.h"

#include <QString>
#include <QStringList>

namespace candela {

/// Fails with Usage on a quote that is not closed.
Result<QStringList> commandWords(const QString& text);

/// The words as one line that commandWords(), and a shell, cut into the same words again.
QString commandText(const QStringList& words);

} // namespace candela
