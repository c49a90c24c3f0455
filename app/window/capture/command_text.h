/// What the window shows as a command for a shell: `candela report`, `candela annotate` or, of a comparison,
/// `candela diff`, with its filters and transforms.
#pragma once

#include "model/code/annotated_function.h"
#include "views/session/view_state.h"
#include "views/source/code_sources.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace candela {

/// A filter as options of the command line: "--time", "1s..2s", "--hide", "^std::".
struct FilterArguments {
    std::vector<std::string> words;
    /// What no option can express, in sentences.
    QStringList missing = {};
};
/// Processes and threads that were picked go by their numbers.
FilterArguments filterArguments(const Filter& filter, const Profile& profile);

/// Whether the command prints a list or a tree. A list has no roots.
enum class ReportShape { List, Tree };
/// One line; what it can't express follows as a comment.
QString reportCommand(const ViewState& state, const Profile& profile, const QString& file, ReportShape shape);
/// Of one function, whose files are looked for where the window does.
QString annotateCommand(const ViewState& state, const Profile& profile, const QString& file,
                        const CallStep& function, InlinedCode inlined, const CodeSources& sources);
/// Each side is a file, or several.
QString diffCommand(const ViewState& state, const Profile& profile, const QStringList& base,
                    const QStringList& newFiles, std::string_view normalize);

/// As a POSIX shell reads it back as one word.
std::string shellWord(const std::string& word);

} // namespace candela
