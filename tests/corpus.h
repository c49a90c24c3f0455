/// Profiles written by other tools: tests/fixtures/corpus,
/// or a larger folder with the same layout.
#pragma once

#include <QDir>
#include <QString>

/// The folder in CANDELA_CORPUS; else ../shared/corpus beside the checkout, if it exists; else the one in the
/// repository, which lacks the largest files.
inline QString corpusFolder() {
    if (const auto named = qEnvironmentVariable("CANDELA_CORPUS"); !named.isEmpty()) return named;
    const QString beside = SOURCE_DIR "/../shared/corpus";
    return QDir(beside).exists() ? beside : QString(FIXTURES "/corpus");
}
