#include "app/window/editor/source_opener.h"

#include "app/window/editor/editor_choice.h"
#include "app/window/widgets/message_bar.h"
#include "model/base/memory_scope.h"
#include "views/source/shown_function.h"
#include "views/text/plain_text.h"

#include <QFile>

#include <algorithm>

namespace candela {

namespace {

/// Names of a profile may lack files and lines, which the debug information of a module has.
void addFromModule(SourceLine& wanted, const ShownFunctionRequest& request, Task& task) {
    ShownFunctionComputation computation;
    const auto shown = computation.compute(request, task);
    if (!shown || (*shown)->sources.empty()) return;
    const auto& source = (*shown)->sources.front();
    if (!wanted.file.empty() && wanted.file != source.file) return;
    wanted.file = source.file;
    wanted.line = source.firstLine;
}

Result<EditorTarget> findTarget(SourceLine wanted, const ShownFunctionRequest& request, Task& task) {
    const bool isKnown = !wanted.file.empty() && wanted.line != 0;
    if (!isKnown && !wanted.function.name.empty() && request.weights) addFromModule(wanted, request, task);
    if (task.isCancelled()) return cancelled();
    if (wanted.file.empty())
        return failure(QObject::tr("The source file of %1 is not known")
                           .arg(plainText(wanted.function.name))
                           .toStdString(),
                       ErrorCode::NotPossible,
                       QObject::tr("Its module has no debug information here").toStdString());
    SourceFinder finder(request.sources.mappings, noTime, nullptr);
    const auto* text = finder.find(wanted.file, {}, task);
    if (!text)
        return failure(QObject::tr("The source file %1 %2")
                           .arg(plainText(wanted.file), modelText(finder.problem(wanted.file)))
                           .toStdString(),
                       ErrorCode::NotPossible,
                       QObject::tr("In the source view, “Files” takes where it is now").toStdString());
    return EditorTarget{QFile::decodeName(text->path.c_str()), std::max(wanted.line, 1u)};
}

} // namespace

SourceOpener::SourceOpener(Session& session, MessageBar& messages, QObject* parent)
    : QObject(parent), m_session(session), m_messages(messages) {
    connect(&session, &Session::editorRequested, this, &SourceOpener::open);
}

void SourceOpener::open(const SourceLine& line) {
    if (line.function.name.empty() && line.file.empty())
        return m_messages.showMessage(MessageBar::Kind::Note, tr("Select a function first"));
    const auto& shown = m_session.shown();
    ShownFunctionRequest request{shown.profile,      shown.weights, shown.value,
                                 m_session.filter(), line.function, InlinedCode::AtItsLine,
                                 storedCodeSources()};
    m_job.start([line, request = std::move(request)](
                    Task& task) { return withinMemory([&] { return findTarget(line, request, task); }); },
                [this](const Result<EditorTarget>& target) { start(target); });
}

void SourceOpener::start(const Result<EditorTarget>& target) {
    auto words = storedEditor();
    if (words.isEmpty()) words = defaultEditor().words;
    const auto started = target ? startEditor(words, *target) : Result<void>(std::unexpected(target.error()));
    if (!started) m_messages.showError({}, started.error());
}

} // namespace candela

#include "moc_source_opener.cpp"
