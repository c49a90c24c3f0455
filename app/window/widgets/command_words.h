/// A typed command line, split into words as a shell would: quotes and backslashes, nothing else. The command
/// line is never passed to a shell.
#pragma once

#include "model/base/result.h"

#include <QString>
#include <QStringList>

namespace candela {

/// Fails with Usage on an unclosed quote.
Result<QStringList> commandWords(const QString& text);

/// The words as one line, which commandWords() and a shell split into the same words again.
QString commandText(const QStringList& words);

} // namespace candela
