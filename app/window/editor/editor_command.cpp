#include "app/window/editor/editor_command.h"

#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <utility>

namespace candela {

namespace {

constexpr auto fileMark = "{file}";

/// Replaces all marks in one pass, because a path may have the letters of a mark.
QString withMarksReplaced(const QString& word, const EditorTarget& target) {
    const std::array<std::pair<QString, QString>, 3> marks{{{fileMark, target.path},
                                                            {"{line}", QString::number(target.line)},
                                                            {"{column}", QString::number(target.column)}}};
    QString replaced;
    for (qsizetype at = 0; at < word.size();) {
        const auto rest = QStringView(word).sliced(at);
        const auto* const mark =
            std::ranges::find_if(marks, [&](const auto& each) { return rest.startsWith(each.first); });
        replaced += mark == marks.end() ? QString(word[at]) : mark->second;
        at += mark == marks.end() ? 1 : mark->first.size();
    }
    return replaced;
}

} // namespace

QStringList editorArguments(const QStringList& words, const EditorTarget& target) {
    QStringList arguments;
    for (const auto& word : words)
        arguments << withMarksReplaced(word, target);
    if (words.filter(fileMark).isEmpty()) arguments << target.path;
    return arguments;
}

Result<void> startEditor(const QStringList& words, const EditorTarget& target) {
    const auto hint = QObject::tr("The menu Settings › Source editor has other editors").toStdString();
    if (words.isEmpty())
        return failure(QObject::tr("No editor was found on this machine").toStdString(),
                       ErrorCode::NotPossible, hint);
    auto arguments = editorArguments(words, target);
    const auto name = arguments.takeFirst();
    QProcess editor;
    editor.setProgram(QStandardPaths::findExecutable(name));
    editor.setArguments(arguments);
    editor.setStandardInputFile(QProcess::nullDevice());
    editor.setStandardOutputFile(QProcess::nullDevice());
    editor.setStandardErrorFile(QProcess::nullDevice());
    if (editor.program().isEmpty())
        return failure(QObject::tr("The editor %1 is not on this machine").arg(name).toStdString(),
                       ErrorCode::NotPossible, hint);
    if (!editor.startDetached())
        return failure(QObject::tr("The editor %1 can't be started").arg(name).toStdString(),
                       ErrorCode::NotPossible, hint);
    return {};
}

} // namespace candela
