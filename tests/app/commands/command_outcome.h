/// The built program as scripts run it: its output and its exit status.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

struct Outcome {
    int status = -1; ///< -1: it crashed or did not end
    QByteArray output, errors;
    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
    QList<QByteArray> errorLines() const { return errors.trimmed().split('\n'); }
};

inline Outcome runCandela(const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(PROGRAMS "/candela", arguments);
    process.write(input);
    process.closeWriteChannel();
    Outcome outcome;
    if (!process.waitForFinished(60'000)) return outcome;
    outcome.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    outcome.output = process.readAllStandardOutput();
    outcome.errors = process.readAllStandardError();
    return outcome;
}

/// The row of a report or a difference; empty if there is none.
inline QJsonObject rowNamed(const QJsonObject& object, const QString& name) {
    for (const auto& row : object["rows"].toArray()) {
        if (row.toObject()["name"] == name) return row.toObject();
    }
    return {};
}
