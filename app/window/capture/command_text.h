/// What the window shows as a command for a shell: `candela report`, or `candela diff` of a comparison, with
/// its filters and transforms.
#pragma once

#include "views/session/view_state.h"

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
/// Each side is a file, or several.
QString diffCommand(const ViewState& state, const Profile& profile, const QStringList& base,
                    const QStringList& newFiles, std::string_view normalize);

/// As a POSIX shell reads it back as one word.
std::string shellWord(const std::string& word);

} // namespace candela
