/// The content of the window as a shell command: `candela report`, `candela annotate` or, for a comparison,
/// `candela diff`, with filters and transforms.
#pragma once

#include "app/window/opening/side_files.h"
#include "model/code/annotated_function.h"
#include "model/comparison/series/series_capture.h"
#include "views/session/compared_choices.h"
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
    /// The parts that no option can express, as sentences.
    QStringList missing = {};
};
/// Processes and threads that were picked are named by number.
FilterArguments filterArguments(const Filter& filter, const Profile& profile);

/// Whether the command prints a list or a tree. A list has no roots.
enum class ReportShape { List, Tree };
/// One line; the parts that it can't express follow as a comment.
QString reportCommand(const ViewState& state, const Profile& profile, const QString& file, ReportShape shape);
/// `candela annotate` for one function. Files are searched in the same folders as in the window.
QString annotateCommand(const ViewState& state, const Profile& profile, const QString& file,
                        const CallStep& function, InlinedCode inlined, const CodeSources& sources);
/// `candela diff` of both sides. Both have all functions that the choice links.
QString diffCommand(const ViewState& state, const Profile& profile, const SideFiles& base,
                    const SideFiles& newSide, std::string_view normalize, const ComparedChoice& choice);

/// `candela series`; `last` is the profile of the last capture.
QString seriesCommand(const std::vector<QStringList>& captures, const SeriesRequest& request,
                      const Profile& last, const ComparedChoice& choice);

/// Quoted so that a POSIX shell reads it as one word.
std::string shellWord(const std::string& word);

} // namespace candela
