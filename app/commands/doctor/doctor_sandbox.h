/// The sandbox of the recorder's processes, as a trial of the recorder itself reports it.
#pragma once

#include "app/commands/doctor/doctor_checks.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace candela {

/// The rights that a report was made with: those of a recorder that root starts, or this user's own. Those of
/// the service and of sudo may differ.
enum class TriedAs { Root, User };

/// The check, from the output of `candela-recorder --check-sandbox`; none if the output is not understood.
std::optional<Check> sandboxCheckOf(const QByteArray& report, TriedAs as);
/// Starts `recorder --check-sandbox`; none if it does not answer as expected.
std::optional<Check> triedSandbox(const QString& recorder);

} // namespace candela
