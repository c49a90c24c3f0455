/// The captures in the pictures: recorded on this machine by the real recorder, from workloads whose
/// functions have descriptive names.
#pragma once

#include "app/recording/recording_run.h"

#include <QProcess>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace candela {

/// Activity for a recording of the machine: workloads that run until this is destroyed.
class BusyMachine {
public:
    BusyMachine();
    ~BusyMachine();

private:
    std::vector<std::unique_ptr<QProcess>> m_programs;
};

/// Whether this user can record here; else the reason as a sentence.
Result<void> canRecord(const QString& folder);

/// Records a command to its end, or for some seconds, into the folder; returns the file.
Result<QString> recordCommand(const QString& folder, const QString& name, const QStringList& command,
                              double seconds);

/// Runs the event loop until `isTrue`, or for the maximum time; returns whether it became true.
bool waitUntil(const std::function<bool()>& isTrue, int milliseconds = 60'000);

} // namespace candela
