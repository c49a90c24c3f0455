#include "views/source/source_messages.h"

#include "model/base/path_text.h"
#include "views/session/call_node_text.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"

#include <QObject>

#include <algorithm>

namespace candela {

namespace {

/// What users can do about machine code and lines that were not found.
QString whatToDo() {
    return QObject::tr("“Files” above names folders to look in, and allows asking debuginfod servers.");
}

/// "It is in /bin/x, which …", and what users can do.
QString reason(const AnnotatedFunction& function) {
    if (function.problems.empty()) return {};
    auto words = QObject::tr("It %1.").arg(plainText(function.problems.front()));
    if (!function.hint.empty()) words += " " + whatToDo();
    return words;
}

QString notedFiles(const QStringList& files) {
    const auto first = plainText(plainPath(files.front().toStdString()));
    if (files.size() == 1) return first;
    return QObject::tr("%1 and %2 more").arg(first, countText(files.size() - 1));
}

} // namespace

ItemWords functionWords(const ShownFunction& shown) {
    const auto& function = shown.annotated;
    const auto number = [&](const QString& name, std::int64_t weight) {
        return QString("%1 %2 (%3)")
            .arg(name, weightText(weight, shown.unit), shareText(weight, shown.magnitude));
    };
    return {{},
            codeText(shown.function.name, shown.function.module),
            plainText(function.module),
            {number(QObject::tr("self"), function.self),
             number(QObject::tr("inlined into it"), function.inlinedSelf),
             number(QObject::tr("total"), function.total)}};
}

ViewMessage sourceMessage(const ShownFunction& shown) {
    const auto& lines = shown.annotated.lines;
    if (std::ranges::any_of(lines, [](const LineWeight& line) { return line.line != 0; })) return {};
    auto hint = reason(shown.annotated);
    if (hint.isEmpty()) hint = QObject::tr("Its module has no debug information here.") + " " + whatToDo();
    return {QObject::tr("The lines of %1 are not known")
                .arg(codeText(shown.function.name, shown.function.module)),
            hint};
}

ViewMessage codeMessage(const ShownFunction& shown) {
    if (!shown.annotated.code.empty()) return {};
    return {QObject::tr("There is no machine code of %1")
                .arg(codeText(shown.function.name, shown.function.module)),
            reason(shown.annotated)};
}

QString sourceNote(const ShownFunction& shown) {
    QStringList sentences;
    if (const auto missing = missingFiles(shown); !missing.isEmpty()) {
        const auto& first = missing.front();
        const auto found = std::ranges::find(shown.sources, first.toStdString(), &AnnotatedSource::file);
        const auto row = static_cast<std::size_t>(found - shown.sources.begin());
        sentences << QObject::tr("%1 %2: “Files” above names where it is now.")
                         .arg(plainText(plainPath(first.toStdString())), plainText(shown.problems[row]));
        if (const auto more = static_cast<int>(missing.size()) - 1; more > 0)
            sentences << QObject::tr("%Ln more files are missing.", "", more); // each for a reason of its own
    }
    QStringList changed;
    for (const auto& source : shown.sources)
        if (source.text && source.text->isNewer) changed << QString::fromStdString(source.file);
    if (!changed.isEmpty())
        sentences << QObject::tr("%1 were changed since the recording: lines may have moved.", "",
                                 static_cast<int>(changed.size()))
                         .arg(notedFiles(changed));
    return sentences.join(' ');
}

QString codeNote(const ShownFunction& shown) {
    const auto& function = shown.annotated;
    if (function.code.empty()) return {};
    QStringList sentences;
    if (!function.problems.empty()) sentences << reason(function);
    if (function.selfWithoutCode != 0)
        sentences << QObject::tr("%1 of its self weight is at instructions that are not known.")
                         .arg(weightText(function.selfWithoutCode, shown.unit));
    return sentences.join(' ');
}

QString fileWords(const AnnotatedSource& source) {
    const auto name = plainText(plainPath(source.file));
    return source.hasKeptText() ? QObject::tr("%1 (from the capture)").arg(name) : name;
}

QStringList missingFiles(const ShownFunction& shown) {
    QStringList files;
    for (const auto& source : shown.sources)
        if (!source.text && !source.file.empty()) files << QString::fromStdString(source.file);
    return files;
}

} // namespace candela
