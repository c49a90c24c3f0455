/// Profiles that other people's tools wrote: tests/fixtures/corpus, or a larger folder that is laid out
/// likewise.
#pragma once

#include <QDir>
#include <QString>

/// The folder that CANDELA_CORPUS names; else ../shared/corpus beside the checkout, where it is there; else
/// the one in the repository, which lacks the largest files.
inline QString corpusFolder() {
    if (const auto named = qEnvironmentVariable("CANDELA_CORPUS"); !named.isEmpty()) return named;
    const QString beside = SOURCE_DIR "/../shared/corpus";
    return QDir(beside).exists() ? beside : QString(FIXTURES "/corpus");
}
