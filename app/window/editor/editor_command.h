/// Starts the user's editor at a line. No shell is involved: a file's name is one word, or part of one,
/// whatever letters it has.
#pragma once

#include "model/base/result.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace candela {

/// A position in a file on this machine.
struct EditorTarget {
    QString path; ///< absolute, so that it can't be taken for an option
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// The program and its arguments, with {file}, {line} and {column} replaced. Words without {file} get the
/// path at their end.
QStringList editorArguments(const QStringList& words, const EditorTarget& target);

/// Starts the editor, which outlives Candela. The error is a sentence for users.
Result<void> startEditor(const QStringList& words, const EditorTarget& target);

} // namespace candela
