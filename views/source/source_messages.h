/// Texts of the source view about a function: its weights, which files are missing, and what users can do.
#pragma once

#include "views/session/message_stack.h"
#include "views/source/shown_function.h"
#include "views/text/item_words.h"

#include <QStringList>

namespace candela {

/// "churn · a.out · self 1.2 s (3.4 %) · inlined 0.3 s (1.0 %) · total 12 s (34.0 %)"
ItemWords functionWords(const ShownFunction& shown);
/// The message instead of the lines if no line is known; else empty.
ViewMessage sourceMessage(const ShownFunction& shown);
/// The message instead of the instructions if there are none; else empty.
ViewMessage codeMessage(const ShownFunction& shown);
/// A note on which lines are missing or may be wrong; may be empty.
QString sourceNote(const ShownFunction& shown);
QString codeNote(const ShownFunction& shown);
/// The file as debug information names it; with a note if its text is that of the capture.
QString fileWords(const AnnotatedSource& source);
/// The source files that were not found, as debug information names them.
QStringList missingFiles(const ShownFunction& shown);

} // namespace candela
